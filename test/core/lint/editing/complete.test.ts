import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { labels, nearby, suggested, taken } from './cursor';

const grader = (rule: string) => `version: 1\nname: x\nrules:\n${rule}`;
const judge = (keys: string, body = '') => `---\nversion: 1\nname: x\n${keys}---\n${body}`;
const has = (found: readonly string[], ...wanted: readonly string[]) =>
  assert.deepEqual(
    wanted.filter((one) => !found.includes(one)),
    [],
    found.join(' '),
  );

describe('completion of keys', () => {
  it('offers what the file may still have, what it needs first', () => {
    const found = labels('grader', 'version: 1\n|');
    assert.deepEqual(found.slice(0, 2), ['name', 'rules']);
    assert.ok(!found.includes('version'));
  });

  it('knows the type of a rule, whether it stands above or below', () => {
    const above = labels('grader', grader('  - id: a\n    type: contains\n    |\n'));
    const below = labels('grader', grader('  - id: a\n    |\n    type: contains\n'));
    for (const found of [above, below]) {
      has(found, 'any', 'whole_word', 'weight');
      assert.ok(!found.includes('pattern') && !found.includes('id') && !found.includes('type'), found.join(' '));
    }
  });

  it('goes on while a word is half written, and in the first line of an item', () => {
    has(labels('grader', grader('  - id: a\n    type: number\n    tol|\n    weight: 2\n')), 'tolerance');
    has(labels('grader', grader('  - |\n')), 'id', 'type');
    has(labels('grader', grader('  - ty|\n    id: b\n')), 'type');
  });

  it('works inside braces, closed or not, over several lines', () => {
    has(labels('recipe', 'version: 1\nslice: { label: billing, | }\n'), 'since', 'attributes');
    has(labels('recipe', 'version: 1\nslice: { label: billing, si|'), 'since');
    has(labels('recipe', 'version: 1\nslice: {\n  label: billing,\n  |\n}\n'), 'since');
    assert.ok(!labels('recipe', 'slice: { label: billing, | }\n').includes('label'));
    has(labels('grader', grader('  - type: tool_call\n    tool: lookup_order\n    args: { | }\n')), 'order_id', 'locale');
  });

  it('finds its way through nested lists and maps', () => {
    has(labels('grader', 'examples:\n  - name: a\n    tool_calls:\n      - name: x\n        |\n'), 'arguments');
    has(labels('grader', 'slices:\n  es:\n    attributes:\n      |\n'), 'language');
    has(labels('grader', 'slices:\n  es:\n    not:\n      |\n'), 'label', 'since');
    has(labels('judge', judge('dimensions:\n  - key: a\n    scale: { min: 1, max: 3 }\n    anchors:\n      |\n')), '1', '2', '3');
    has(labels('judge', judge('dimensions:\n- key: a\n  |\n')), 'description', 'anchors');
    has(labels('judge', judge('selection:\n  |\n')), 'label', 'sample');
  });

  it('writes lists and maps out, indented from where the key stands', () => {
    assert.equal(taken('judge', judge('dimensions:\n  - |\n'), 'anchors').split('\n')[4], '  - anchors:');
    assert.match(taken('judge', judge('dimensions:\n  - |\n'), 'anchors'), /\n {6}\$\{1:1\}: /);
    assert.match(taken('grader', grader('  - type: contains\n    |'), 'any'), /\n {4}any: \["\$1"\]$/);
    assert.match(taken('recipe', 'version: 1\n|', 'exports'), /exports:\n {2}- \{ target: /);
  });

  it('asks for names at once where a key is written with an empty place for them', () => {
    const again = (key: string, marked: string, more = {}) =>
      suggested('grader', marked, more).find(({ label }) => label === key)?.again ?? false;
    const [rule, example] = [grader('  - type: tool_call\n    |'), 'examples:\n  - |\n'];
    for (const [key, place] of [
      ['any_of', rule],
      ['labels', example],
      ['expect', example],
      ['attributes', example],
    ] as const) {
      assert.equal(again(key, place), true, key);
      assert.equal(again(key, place, { facts: undefined }), key === 'expect', key);
    }
    assert.equal(again('count', rule), false);
  });

  it('changes the name alone of a key that is there', () => {
    assert.equal(taken('grader', grader('  - id: a\n    wei|: 2\n'), 'weight'), grader('  - id: a\n    weight: 2\n'));
  });

  it('says nothing in comments, in text over several lines, and beyond what a schema knows', () => {
    assert.deepEqual(labels('grader', grader('  - id: a # |\n')), []);
    assert.deepEqual(labels('judge', judge('description: ¦\n  some |text\n')), []);
    assert.deepEqual(labels('skill', '---\nname: a\nmetadata:\n  |\n---\n'), []);
  });

  it('tells which clients read a key of a skill, those of other clients last', () => {
    const found = suggested('skill', '---\nname: a\n|\n---\n');
    assert.equal(found[0]?.label, 'description');
    const at = (label: string) => found.findIndex((one) => one.label === label);
    assert.ok(at('argument-hint') < at('hooks'));
    assert.equal(found[at('hooks')]?.detail, 'Claude');
    has(
      suggested('skill', '---\nname: a\n|\n---\n', { targets: ['claude'] })
        .slice(0, 12)
        .map(({ label }) => label),
      'disallowed-tools',
    );
  });

  it('offers a whole file where there is none', () => {
    assert.deepEqual(labels('skill', '|'), ['new skill']);
    assert.deepEqual(labels('judge', '--|-\n'), ['new judge']);
    assert.equal(labels('grader', '|')[0], 'new grader');
    assert.equal(labels('recipe', 'ver|')[0], 'new recipe');
    assert.ok(!labels('recipe', 'version: 1\nna|').includes('new recipe'));
  });
});

describe('completion of values', () => {
  it('offers the words a key takes', () => {
    assert.deepEqual(labels('grader', grader('  - type: |\n')), ['contains', 'exact', 'number', 'json', 'regex', 'tool_call']);
    assert.deepEqual(labels('grader', grader('  - id: a\n    type: contains\n    whole_word: |')), ['true', 'false']);
    assert.deepEqual(labels('recipe', 'method: |\n'), ['sft', 'dpo', 'kto', 'grpo']);
    has(labels('grader', 'examples:\n  - expect: { a: | }\n'), 'pass', 'not_applied');
    has(labels('judge', judge('dimensions:\n  - scale: |\n')), 'boolean', 'unit');
    assert.deepEqual(labels('skill', '---\ntype: expert\nstatus: |\n---\n'), [
      'draft',
      'collecting',
      'training',
      'active',
      'retired',
    ]);
    has(labels('recipe', 'exports:\n  - { target: | }\n'), 'trl', 'openai');
  });

  it('offers what the store knows, quoted where it must be', () => {
    has(labels('recipe', 'slice: { label: | }\n'), 'billing', 'refunds');
    assert.equal(taken('recipe', 'slice: { label: | }\n', 'vip: gold'), 'slice: { label: "vip: gold" }\n');
    assert.equal(taken('recipe', 'slice: { label: "vi|" }\n', 'vip: gold'), 'slice: { label: "vip: gold" }\n');
    has(labels('recipe', 'slice: { label: [billing, |] }\n'), 'refunds');
    has(labels('recipe', 'slice:\n  attributes: { language: | }\n'), 'es');
    has(labels('recipe', 'slice:\n  source:\n    - |\n'), 'support-agent');
    has(labels('grader', grader('  - type: tool_call\n    tool: loo|\n')), 'lookup_order');
    has(labels('grader', grader('  - type: tool_call\n    any_of: [|]\n')), 'lookup_order');
    assert.deepEqual(labels('recipe', 'slice: { label: | }\n', { facts: undefined }), []);
  });

  it('offers the names the file itself gives', () => {
    const slices = 'slices:\n  es: { label: refunds }\n';
    has(labels('grader', `${slices}rules:\n  - id: a\n    slice: |\n`), 'es');
    has(labels('grader', `${slices}rules:\n  - id: first\n    type: number\nexamples:\n  - expect: { | }\n`), 'first');
    has(labels('grader', 'rules:\n  - id: first\n    slice: later\nslices:\n  |\n'), 'later');
  });

  it('offers files of the right kind, seen from the file that names them', () => {
    assert.deepEqual(labels('recipe', 'graders: [|]\n', nearby), ['billing.grader.yaml', 'more/']);
    assert.deepEqual(labels('recipe', 'judge: more/|\n', nearby), ['more/tone.judge.md']);
    assert.deepEqual(labels('recipe', 'judge: ../../|\n', nearby), []);
    assert.deepEqual(labels('skill', '---\nlicense: |\n---\n', { ...nearby, path: '/w/x/SKILL.md' }), ['notes.txt', 'more/']);
    assert.deepEqual(labels('skill', '---\nname: |\n---\n', { path: '/w/Refund Desk/SKILL.md' }), ['refund-desk']);
  });
});

describe('completion in bodies', () => {
  const keys = 'dimensions:\n  - key: tone\n    description: Kind.\n  - key: truth\n    description: True.\n';
  it('offers a section for each dimension that has none', () => {
    assert.deepEqual(labels('judge', judge(keys, '# How\n\n## tone\n\n|\n')), ['## truth']);
    assert.equal(taken('judge', judge(keys, '# How\n\n## t|\n'), '## truth').includes('\n## truth\n'), true);
    assert.deepEqual(labels('judge', judge(keys, 'Some words |')), []);
  });

  it('offers paths inside links', () => {
    const skill = '---\nname: x\ndescription: y\n---\nSee [notes](|)\n';
    assert.deepEqual(labels('skill', skill, { ...nearby, path: '/w/x/SKILL.md' }), [
      'mine.dataset.yaml',
      'billing.grader.yaml',
      'notes.txt',
      'more/',
    ]);
  });
});
