import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { decodeDocument } from '../../../core/lint/encoding';
import { applyEdits, safeEdits } from '../../../core/lint/fixes';
import { fileKind } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';
import { targets } from '../../../core/lint/targets';
import { nearest } from '../../../core/lint/near';
import { nameOfSkill } from '../../../core/lint/skill/name-of';
import { codesOf, grader, judge, skill } from './fixtures';

const severities = (text: string, more: Partial<Parameters<typeof lint>[0]> = {}) =>
  Object.fromEntries(lint({ kind: 'skill', text, ...more }).map(({ code, severity }) => [code, severity]));

describe('kinds of files', () => {
  it('are told by name, on every system', () => {
    for (const [path, kind] of [
      ['/w/x/SKILL.md', 'skill'],
      ['skill.MD', 'skill'],
      ['C:\\w\\a.judge.md', 'judge'],
      ['a.grader.yml', 'grader'],
      ['a.dataset.yaml', 'recipe'],
      ['/w/MYSKILL.md', undefined],
      ['grader.yaml', undefined],
      ['a.judge.yaml', undefined],
    ] as const) {
      assert.equal(fileKind(path), kind, path);
    }
  });
});

describe('severities', () => {
  it('are those of the gravest chosen client, and none where no chosen client minds', () => {
    const hint = skill('user-invocable: "yes"\n');
    assert.deepEqual(severities(hint), { SKL151: 'error' });
    assert.deepEqual(severities(hint, { targets: ['claude'] }), {});
    assert.deepEqual(severities(skill('metadata: { a: b }\n'), { targets: ['agentskills'] }), { FM014: 'warning' });
    assert.deepEqual(severities(skill('metadata: { a: b }\n'), { targets: ['vscode'] }), {});
  });

  it('never call wrong what some client reads, whoever is chosen', () => {
    const keys =
      'allowed-tools: Read\ncontext: fork\nagent: x\neffort: high\nmodel: inherit\npaths: src/**\nshell: bash\nargument-hint: x\n';
    for (const target of targets) {
      const loud = lint({ kind: 'skill', text: skill(keys), targets: [target] }).filter(({ severity }) => severity !== 'hint');
      assert.deepEqual(
        loud.map(({ code }) => code),
        [],
        target,
      );
    }
  });

  it('take a `type` of the author’s own for what it is, and a platform’s for a mistake', () => {
    assert.deepEqual(severities(skill('type: fuzzer\n')), { SKL159: 'hint' });
    assert.deepEqual(severities(skill('type: fuzzer\n'), { targets: ['agentskills', 'surogates'] }), { SKL200: 'error' });
    assert.deepEqual(severities(skill('type: exprt\n')), { SKL200: 'error' });
    assert.equal(severities(skill('type: model\nendpoint: https://x.example/v1\n'))['SKL200'], 'error');
  });

  it('give way to what the settings say', () => {
    const text = skill('licence: MIT\n');
    assert.deepEqual(severities(text, { overrides: { SKL157: 'off' } }), {});
    assert.deepEqual(severities(text, { overrides: { SKL157: 'info' } }), { SKL157: 'information' });
    assert.deepEqual(severities(text, { overrides: { SKL157: 'shout', __proto__: 'off' } }), { SKL157: 'warning' });
  });

  it('of an expert take the platform in', () => {
    const expert = 'type: expert\nmodel: m\ntrigger: sort mail\n';
    const renamed = skill(expert).replace('name: sample', 'name: sort_mail');
    assert.deepEqual(severities(renamed), { SKL104: 'hint' });
    assert.deepEqual(severities(skill('').replace('name: sample', 'name: sort_mail')), { SKL104: 'error' });
  });

  it('say who is concerned', () => {
    const [diagnosis] = lint({ kind: 'skill', text: skill('user-invocable: "yes"\n') });
    assert.match(diagnosis?.message ?? '', /\(agentskills, VS Code, Cursor\)$/);
  });
});

describe('a file can switch codes off', () => {
  it('in its YAML and in its body', () => {
    assert.deepEqual(codesOf('skill', skill('licence: MIT\n# loop-disable SKL157\n')), []);
    assert.deepEqual(codesOf('skill', skill('', 'TODO\n\n<!-- loop-disable SKL311, SKL125 -->\n')), []);
    assert.deepEqual(codesOf('grader', grader('  - id: a\n    type: contains\n    any: [in] # loop-disable GRD025\n')), []);
    assert.deepEqual(codesOf('skill', skill('licence: MIT\n', '# loop-disable SKL157\n')), ['SKL157']);
  });
});

describe('one mistake gives one finding', () => {
  for (const [name, kind, text, codes] of [
    ['a colon that swallows the next key', 'skill', skill('argument-hint: Use: it\nlicense: MIT\n'), ['FM007']],
    ['a misspelt key of a rule', 'grader', grader('  - id: a\n    type: number\n    expcted: 3\n'), ['GRD006']],
    [
      'a misspelt key at the top',
      'grader',
      grader('  - id: a\n    type: contains\n    any: [sorry]\n').replace('name:', 'nmae:'),
      ['GRD006'],
    ],
    ['a misspelt list of dimensions', 'judge', judge({}).replace('dimensions:', 'dimension:'), ['JDG006']],
    ['keys merged in as YAML 1.1 did', 'grader', grader('  - <<: { type: number, expected: 3 }\n'), ['GRD006']],
    [
      'keys merged in, in a file that says YAML 1.1',
      'grader',
      `%YAML 1.1\n---\n${grader('  - <<: { type: number }\n')}`,
      ['FM015', 'GRD006'],
    ],
    ['a merge key with its tag', 'grader', grader('  - !!merge <<: { type: number, expected: 3 }\n'), ['GRD006']],
    ['a reward merged in', 'recipe', 'version: 1\nname: x\nmethod: grpo\n<<: { judge: x.judge.md }\n', ['DST002']],
    ['a number as text', 'grader', grader('  - id: a\n    type: number\n    min: "3"\n    max: 1\n'), ['GRD009']],
    ['a wrong type of rule', 'grader', grader('  - id: a\n    type: contain\n    any: [in]\n'), ['GRD005']],
    [
      'a file cut off in the middle of a word',
      'grader',
      'version: 1\nname: x\nrules:\n  - id: a\n    type: contains\n    an',
      ['FM006'],
    ],
  ] as const) {
    it(name, () => assert.deepEqual(codesOf(kind, text), codes));
  }
});

describe('secrets', () => {
  it('are not what is plainly shown instead of one', () => {
    const said = (line: string) => lint({ kind: 'skill', text: `${skill('')}\n${line}\n` }).map(({ code }) => code);
    for (const line of [
      'password: "TestPass123"',
      'api_key = "ABC1234XYZ"',
      'secret_key = 0x12345678',
      'https://me:password123@x.org',
    ])
      assert.deepEqual(said(line), [], line);
    for (const line of ['password: "kV8!tq2Zr9"', 'https://me:kV8tq2Zr9w@x.org', 'api_key = "test_9f8a7d6c5b4e3f2a1b0c"'])
      assert.deepEqual(said(line), ['SKL313'], line);
  });
});

describe('encodings', () => {
  const bytes = (text: string, encoding: BufferEncoding, ...mark: number[]) =>
    new Uint8Array([...mark, ...Buffer.from(text, encoding)]);

  it('are read as an editor reads them, and named when loaders will not', () => {
    const wide = decodeDocument(bytes(skill(''), 'utf16le', 0xff, 0xfe));
    assert.equal(wide.text, skill(''));
    assert.deepEqual(codesOf('skill', wide.text, { disk: wide.disk }), ['FM016']);
    const marked = decodeDocument(bytes(skill(''), 'utf8', 0xef, 0xbb, 0xbf));
    assert.deepEqual(codesOf('skill', marked.text, { disk: marked.disk }), ['FM003']);
    const broken = decodeDocument(bytes(skill('', 'Caf\xe9\n'), 'latin1'));
    assert.deepEqual(codesOf('skill', broken.text, { disk: broken.disk }), ['FM016']);
  });
});

describe('repairs that need no asking', () => {
  it('do not overlap, and settle', () => {
    let text = skill('licence: MIT  \nuser-invokable: yes\nargument-hint: [a] [b]\n').replaceAll('\n', '\r\n');
    for (let round = 0; round < 5; round++) text = applyEdits(text, safeEdits(lint({ kind: 'skill', text })));
    assert.equal(text, skill('license: MIT\nuser-invocable: true\nargument-hint: "[a] [b]"\n'));
    assert.deepEqual(safeEdits(lint({ kind: 'skill', text })), []);
  });
});

describe('did you mean', () => {
  it('finds slips of the fingers and other ways of writing, not other words', () => {
    const known = ['any', 'all', 'none', 'type', 'weight', 'pass_threshold'];
    assert.equal(nearest('weigth', known), 'weight');
    assert.equal(nearest('tpye', known), 'type');
    assert.equal(nearest('anyof', known), 'any');
    assert.equal(nearest('passThreshold', known), 'pass_threshold');
    assert.equal(nearest('add', known), undefined);
    assert.equal(nearest('colour', known), undefined);
  });
});

describe('the name of a skill at a glance', () => {
  it('is what a parser would say, for plain and quoted names', () => {
    assert.equal(nameOfSkill(skill('')), 'sample');
    assert.equal(nameOfSkill('\uFEFF---\r\nname: "a b" # x\r\n---\r\n'), 'a b');
    assert.equal(nameOfSkill('name: x\n'), undefined);
    assert.equal(nameOfSkill('---\nname:\n---\n'), undefined);
  });
});
