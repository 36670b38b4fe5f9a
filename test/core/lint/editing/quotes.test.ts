import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { LintInput } from '../../../../core/lint/context';
import type { FileKind } from '../../../../core/lint/kinds';
import { contextOf } from '../../../../core/lint/lint';
import { plainValue } from '../../../../core/lint/yaml/plain';
import { labels, nearby, taken } from './cursor';

/** A key whose value is a name, or a list of names, that something knows. `@` stands for the key's value. */
interface Named {
  readonly kind: FileKind;
  readonly file: string;
  readonly name: string;
  /** How a person begins to type it. */
  readonly begun: string;
  readonly takes: 'one' | 'list' | 'both';
  readonly around?: Partial<LintInput>;
}

const grader = (rest: string) => `version: 1\nname: x\nslices:\n  es: { source: a }\n${rest}`;
const rule = (keys: string) => grader(`rules:\n  - id: first\n${keys}`);
const judge = (keys: string) => `---\nversion: 1\nname: x\ndimensions: []\n${keys}---\nScore it.\n`;
const skill = (keys: string) => `---\nname: x\ndescription: y\n${keys}---\nDo it.\n`;
const recipe = (keys: string) => `version: 1\nname: x\n${keys}`;
const beside = { ...nearby, path: '/w/x/SKILL.md' };

const keys: readonly Named[] = [
  { kind: 'grader', file: rule('    slice:@\n    type: contains\n'), name: 'es', begun: 'e', takes: 'one' },
  { kind: 'grader', file: rule('    type:@\n    weight: 2\n'), name: 'tool_call', begun: 'too', takes: 'one' },
  { kind: 'grader', file: rule('    type: tool_call\n    tool:@\n'), name: 'lookup_order', begun: 'loo', takes: 'one' },
  { kind: 'grader', file: rule('    type: tool_call\n    any_of:@\n'), name: 'lookup_order', begun: 'loo', takes: 'list' },
  { kind: 'grader', file: rule('    type: exact\n    at:@\n'), name: 'start', begun: 'st', takes: 'one' },
  { kind: 'grader', file: rule('    type: regex\n    flags:@\n'), name: 'i', begun: '', takes: 'one' },
  { kind: 'grader', file: grader('examples:\n  - labels:@\n    answer: x\n'), name: 'vip: gold', begun: 'vi', takes: 'list' },
  { kind: 'grader', file: grader('examples:\n  - parents:\n      refunds:@\n'), name: 'billing', begun: 'bil', takes: 'one' },
  {
    kind: 'grader',
    file: grader('examples:\n  - tool_calls:\n      - name:@\n'),
    name: 'lookup_order',
    begun: 'lo',
    takes: 'one',
  },
  {
    kind: 'grader',
    file: grader('rules:\n  - id: first\nexamples:\n  - expect:\n      first:@\n'),
    name: 'not_applied',
    begun: 'not',
    takes: 'one',
  },
  { kind: 'judge', file: judge('selection:\n  label:@\n  sample: 5\n'), name: 'vip: gold', begun: 'v', takes: 'both' },
  { kind: 'judge', file: judge('selection:\n  has:@\n'), name: 'correction', begun: 'cor', takes: 'both' },
  { kind: 'recipe', file: recipe('method:@\n'), name: 'kto', begun: 'k', takes: 'one' },
  { kind: 'recipe', file: recipe('slice:\n  label:@\n'), name: 'billing', begun: 'bi', takes: 'both' },
  { kind: 'recipe', file: recipe('slice:\n  source:@\n'), name: 'support-agent', begun: 'sup', takes: 'both' },
  { kind: 'recipe', file: recipe('slice:\n  model:@\n'), name: 'small-1', begun: 's', takes: 'both' },
  { kind: 'recipe', file: recipe('slice:\n  state:@\n'), name: 'disputed', begun: 'dis', takes: 'both' },
  { kind: 'recipe', file: recipe('slice:\n  attributes:\n    language:@\n'), name: 'es', begun: 'e', takes: 'both' },
  { kind: 'recipe', file: recipe('graders:@\n'), name: 'billing.grader.yaml', begun: 'bil', takes: 'list', around: nearby },
  { kind: 'recipe', file: recipe('judge:@\n'), name: 'more/', begun: 'mo', takes: 'one', around: nearby },
  { kind: 'recipe', file: recipe('exports:\n  - target:@\n    path: x\n'), name: 'openai', begun: 'op', takes: 'one' },
  { kind: 'skill', file: skill('allowed-tools:@\n'), name: 'Read', begun: 'Re', takes: 'list' },
  { kind: 'skill', file: skill('effort:@\n'), name: 'high', begun: 'hi', takes: 'one' },
  { kind: 'skill', file: skill('license:@\n'), name: 'notes.txt', begun: 'no', takes: 'one', around: beside },
  { kind: 'skill', file: skill('type: expert\ntools:@\n'), name: 'lookup_order', begun: 'loo', takes: 'both' },
];

/** `|` is the cursor, `…` what has been typed of the name. */
const scalars = [' |', ' "|"', " '|'", ' "…|"', " '…|'", ' …|', ' …| # note', ' "…|" # note', '  "|"'];
const flows = ['[|]', '["|"]', "['|']", '[ "…|" ]', '[…|]', '[one, |]', '[one,|]', '[one, "|"]', '["one", "…|"]'];
const lists = [
  ...flows.map((flow) => ` ${flow}`),
  ..." ['one','|']; [\n  \"|\" ]; [one,\n  '…|' ]; [\"|\", one]; [|, one]".split(';'),
];
const blocks = ['- |', '- "|"', "- '|'", '- …|', '- "…|"', '- one\n@- "|"', '- "one"\n@- |', '- |\n@- one', '- "|"\n@- one'];
/** Quotes still open: what follows is swallowed, and still the name is offered. */
const open = [' "|', " '…|", ' "…|', ' ["|', " [one, '…|"];

/** The file with this in the key's place, lists indented below the key. */
function written({ file, begun }: Named, form: string): string {
  const at = file.indexOf('@');
  const indent = /\n( *)(?:- )?[^\n]*$/.exec(file.slice(0, at))?.[1]?.length ?? 0;
  const dash = /\n *- [^\n]*$/.test(file.slice(0, at)) ? 2 : 0;
  const inner = ' '.repeat(indent + dash + 2);
  const block = /^- /.test(form) ? `\n${inner}${form.replaceAll('@', inner)}` : form.replaceAll('\n', `\n${inner}`);
  return file.replace('@', () => block.replace('…', begun));
}

function formsOf({ takes }: Named): string[] {
  const list = [...lists, ...blocks.map((form) => form)];
  return takes === 'one' ? scalars : takes === 'list' ? list : [...scalars, ...list];
}

/** Keys that are names: rules, arguments, attributes, labels, slices. `@` stands for the map in which they are written. */
const nameKeys = [
  [grader('rules:\n  - id: first\nexamples:\n  - expect:@\n'), 'first', 'fi'],
  [rule('    type: tool_call\n    tool: lookup_order\n    args:@\n'), 'order_id', 'ord'],
  [grader('rules:\n  - id: first\n    slice:\n      attributes:@\n'), 'language', 'lan'],
  [grader('examples:\n  - parents:@\n'), 'billing', 'b'],
  [grader('rules:\n  - id: first\n    slice:@\n'), 'since', 'si'],
] as const;
const maps = [
  ' { "|" }',
  " { '…|' }",
  ' { | }',
  ' { …| }',
  ' { "…|": x }',
  ' {|}',
  '\n@"|"',
  "\n@'…|'",
  '\n@…|',
  '\n@|',
  '\n@"…|": x',
];

const eols = ['\n', '\r\n'];

describe('completion of names, in and out of quotes', () => {
  for (const named of keys) {
    const { kind, name, around } = named;
    it(`${kind}: ${
      named.file
        .split('\n')
        .find((line) => line.includes('@'))
        ?.trim() ?? ''
    } ${name}`, () => {
      for (const form of formsOf(named)) {
        for (const eol of eols) {
          const text = written(named, form).replaceAll('\n', eol);
          const found = labels(kind, text, around);
          assert.ok(found.includes(name), `${JSON.stringify(text)}: ${found.join(' ')}`);
          const after = taken(kind, text, name, around);
          const read = contextOf({ kind, text: after });
          assert.deepEqual(read.yaml?.mistakes, [], after);
          assert.ok(JSON.stringify(plainValue(read.map)).includes(JSON.stringify(name)), `${form} made ${after}`);
          assert.doesNotMatch(after, /""|''/, after);
        }
      }
      const left = open.filter((form) => (named.takes === 'list') === form.includes('[') || named.takes === 'both');
      for (const form of left) {
        const text = written(named, form);
        assert.ok(labels(kind, text, around).includes(name), JSON.stringify(text));
      }
    });
  }

  for (const [file, name, begun] of nameKeys) {
    it(`as keys: ${name}`, () => {
      for (const form of maps) {
        for (const eol of eols) {
          const indent = ' '.repeat((/\n( *)(?:- )?\w+:@/.exec(file)?.[1]?.length ?? 0) + 4);
          const text = file.replace('@', () => form.replace('…', begun).replaceAll('@', indent)).replaceAll('\n', eol);
          assert.ok(labels('grader', text).includes(name), `${JSON.stringify(text)}: ${labels('grader', text).join(' ')}`);
        }
      }
    });
  }
});
