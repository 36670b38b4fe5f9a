import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { load as loadYaml, CORE_SCHEMA } from 'js-yaml';
import { describe, it } from 'mocha';
import { stringify } from 'yaml';
import { judge as judgeSchema } from '../../../core/judge/schema';
import { judgeFromYaml } from '../../../core/lint/judge/from-yaml';
import { contextOf } from '../../../core/lint/lint';
import { plainValue } from '../../../core/lint/yaml/plain';
import { folder } from './fixtures';

/** A `*.judge.md` taken apart: its keys, and its body as instructions. */
function readMd(text: string): { keys: unknown; instructions: string } {
  const { map, front } = contextOf({ kind: 'judge', text });
  return { keys: plainValue(map), instructions: front?.state === 'found' ? text.slice(front.body.start).trim() : '' };
}

function converted(source: string): string {
  const made = judgeFromYaml(source);
  if (!('text' in made)) assert.fail(`${made.reason} (line ${made.line})`);
  return made.text;
}

const keys = {
  version: 1,
  name: 'Tone',
  dimensions: [{ key: 'tone', description: 'The customer is addressed with respect.', scale: { min: 1, max: 5 } }],
};

describe('a judge written as YAML', () => {
  it('becomes the same judge in Markdown, whatever its instructions hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.array(
        fc.constantFrom('# How', '---', '...', 'a: b', '- x', '', '  indented', '#c', '"q"', '😀', '%T', '&a', '*b', '|'),
        {
          minLength: 1,
        },
      ),
    );
    const eol = fc.constantFrom('\n', '\r\n');
    const where = fc.constantFrom('first', 'last');
    fc.assert(
      fc.property(text, eol, where, fc.boolean(), (given, end, place, marked) => {
        const instructions = (typeof given === 'string' ? given : given.join('\n')).replace(/\r\n?/g, '\n');
        const value = place === 'first' ? { instructions, ...keys } : { ...keys, instructions };
        const yaml = (marked ? '---\n' : '') + stringify(value, { lineWidth: 0 });
        // What the file holds is what another parser makes of it.
        const { instructions: meant, ...rest } = loadYaml(yaml, { schema: CORE_SCHEMA }) as typeof value;
        if (typeof meant !== 'string') return;
        const read = readMd(converted(yaml.replaceAll('\n', end)));
        assert.deepEqual(read.keys, rest);
        assert.equal(read.instructions, meant.replace(/\r\n?/g, '\n').trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps comments and the way keys are written', () => {
    const yaml =
      '# ours\nversion: 1 # first\nname: "Tone"\ninstructions: |\n  Score it.\n\n  ## tone\ndimensions: [] # none yet\n';
    assert.equal(
      converted(yaml),
      '---\n# ours\nversion: 1 # first\nname: "Tone"\ndimensions: [] # none yet\n---\n\nScore it.\n\n## tone\n',
    );
  });

  it('goes there and back for every judge in good order', () => {
    for (const name of ['billing', 'seed', 'yesno']) {
      const text = readFileSync(path.join(folder, `rubrics/good/${name}.judge.md`), 'utf8');
      const { keys: own, instructions } = readMd(text);
      assert.ok(judgeSchema.safeParse(own).success);
      assert.deepEqual(readMd(converted(stringify({ ...(own as object), instructions }))), { keys: own, instructions });
    }
  });

  it('says what keeps it from being one, and where', () => {
    for (const [yaml, reason, line] of [
      ['version: 1\nname: x\n', '`instructions` must be a text', 1],
      ['version: 1\ninstructions: [a]\n', '`instructions` must be a text', 2],
      ['---\nversion: 1\nname: a: b\n', 'this is not valid YAML', 3],
      ['- a\n', 'it holds no `key: value` pairs', 1],
      ['', 'it holds no `key: value` pairs', 1],
    ] as const) {
      assert.deepEqual(judgeFromYaml(yaml), { reason, line }, yaml);
    }
  });
});
