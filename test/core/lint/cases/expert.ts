import { skill } from '../fixtures';
import { around, type Case } from './case';

const expert = (lines: string, body?: string) => skill(`type: expert\nmodel: small\ntrigger: sort mail\n${lines}`, body);
const fine = expert('');
const at = around('/w/sample/SKILL.md', { '/w/sample/SKILL.md': fine, '/w/sample/cases.jsonl': '{}' });

/** SKL2xx: of each code one text that has it and one that has not. */
export const expertCases: readonly Case[] = [
  { code: 'SKL200', kind: 'skill', bad: skill('type: expret\n'), good: skill('type: Expert\nmodel: m\ntrigger: mail\n') },
  { code: 'SKL201', kind: 'skill', bad: expert('status: trained\n'), good: expert('status: training\n') },
  {
    code: 'SKL201',
    kind: 'skill',
    bad: expert('status: draft\nexpert_status: retired\n'),
    good: expert('expert_status: draft\n'),
  },
  {
    code: 'SKL202',
    kind: 'skill',
    bad: skill('endpoint: https://x.example/v1\n'),
    good: expert('endpoint: https://x.example/v1\n'),
  },
  {
    code: 'SKL203',
    kind: 'skill',
    bad: expert('status: active\n'),
    good: expert('status: active\nendpoint: https://x.example/v1\n'),
  },
  { code: 'SKL204', kind: 'skill', bad: expert('endpoint: x.example\n'), good: expert('endpoint: https://x.example/v1\n') },
  {
    code: 'SKL204',
    kind: 'skill',
    bad: expert('endpoint: https://u:p@x.example/v1\n'),
    good: expert('endpoint: http://10.0.0.7/v1\n'),
  },
  { code: 'SKL204', kind: 'skill', bad: expert('endpoint: https://x.example/v1/chat/completions\n'), good: fine },
  {
    code: 'SKL204',
    kind: 'skill',
    bad: expert('endpoint: http://x.example/v1\n'),
    good: expert('endpoint: http://localhost:8000/v1\n'),
  },
  { code: 'SKL204', kind: 'skill', bad: expert('status: active\nendpoint: http://localhost:8000/v1\n'), good: fine },
  { code: 'SKL205', kind: 'skill', bad: skill('type: expert\nmodel: small\n'), good: fine },
  { code: 'SKL206', kind: 'skill', bad: expert('triggers:\n  - to\n'), good: expert('triggers:\n  - tidy inbox\n') },
  { code: 'SKL206', kind: 'skill', bad: expert('triggers:\n  - Sort mail\n'), good: fine },
  { code: 'SKL206', kind: 'skill', bad: expert('triggers: "tidy inbox, to, answer mail"\n'), good: fine },
  {
    code: 'SKL206',
    kind: 'skill',
    bad: expert('triggers:\n  - refund money\n'),
    good: expert('triggers:\n  - tidy inbox\n'),
    around: {
      path: '/w/sample/SKILL.md',
      skills: [{ name: 'other', path: '/w/.claude/skills/other/SKILL.md', triggers: ['Refund money'] }],
    },
  },
  { code: 'SKL207', kind: 'skill', bad: skill('type: expert\ntrigger: sort mail\n'), good: fine },
  { code: 'SKL207', kind: 'skill', bad: skill('type: expert\ntrigger: sort mail\nbase_model: small\n'), good: fine },
  { code: 'SKL210', kind: 'skill', bad: expert('max_iterations: many\n'), good: expert('max_iterations: 10\n') },
  {
    code: 'SKL211',
    kind: 'skill',
    bad: expert('status: retired\nendpoint: https://x.example\n'),
    good: expert('status: retired\n'),
  },
  {
    code: 'SKL212',
    kind: 'skill',
    bad: expert('status: training\n'),
    good: expert('status: collecting\n'),
    around: { committed: expert('status: draft\n') },
  },
  {
    code: 'SKL212',
    kind: 'skill',
    bad: expert('status: draft\n'),
    good: expert('status: retired\n'),
    around: { committed: expert('status: active\nendpoint: https://x.example\n') },
  },
  {
    code: 'SKL213',
    kind: 'skill',
    bad: expert('examples:\n  - input: a\n'),
    good: expert('examples:\n  - user: a\n    assistant: b\n'),
  },
  {
    code: 'SKL213',
    kind: 'skill',
    bad: expert('examples: missing.jsonl\n'),
    good: expert('examples: cases.jsonl\n'),
    around: at,
  },
  { code: 'SKL213', kind: 'skill', bad: expert('examples: 3\n'), good: fine },
  { code: 'SKL214', kind: 'skill', bad: expert('', 'When the user asks for SQL, consult this expert.\n'), good: fine },
];

const files = {
  '/w/sample/SKILL.md': skill(''),
  '/w/sample/references/guide.md': 'See [more](more.md).\n',
  '/w/sample/references/leaf.md': 'Nothing further.\n',
  '/w/sample/scripts/run.py': 'print()\n',
  '/w/other.md': '# Other\n',
};
const inFolder = around('/w/sample/SKILL.md', files);
const named = 'Run `scripts/run.py`, read [the guide](references/guide.md) and [a leaf](references/leaf.md).\n';
const withBody = (body: string) => skill('', body);

/** SKL3xx: of each code one text that has it and one that has not. */
export const bodyCases: readonly Case[] = [
  { code: 'SKL300', kind: 'skill', bad: withBody('\n'), good: withBody('Do it.\n') },
  { code: 'SKL300', kind: 'skill', bad: expert('', ''), good: fine },
  { code: 'SKL301', kind: 'skill', bad: withBody('Line.\n'.repeat(501)), good: withBody('Line.\n'.repeat(500)) },
  {
    code: 'SKL301',
    kind: 'skill',
    bad: withBody(`# Steps\n\nDo it.\n\n## The long part\n\n${'Line.\n'.repeat(501)}`),
    good: withBody('Do it.\n'),
    around: inFolder,
  },
  {
    code: 'SKL302',
    kind: 'skill',
    bad: withBody(`## Words\n\n${`${'word '.repeat(100)}\n`.repeat(50)}`),
    good: withBody('Do it.\n'),
    around: inFolder,
  },
  {
    code: 'SKL302',
    kind: 'skill',
    bad: withBody(`${'word '.repeat(100)}\n`.repeat(50)),
    good: withBody(`${'word '.repeat(100)}\n`.repeat(39)),
  },
  { code: 'SKL303', kind: 'skill', bad: expert('', 'x'.repeat(100_001)), good: withBody('x'.repeat(100_001)) },
  {
    code: 'SKL304',
    kind: 'skill',
    bad: withBody('[x](references/gone.md)\n'),
    good: withBody('`[x](gone.md)` [y](references/<topic>.md)\n'),
    around: inFolder,
  },
  {
    code: 'SKL304',
    kind: 'skill',
    bad: withBody('[x]({baseDir}/gone.md)\n'),
    good: withBody('[x]({baseDir}/references/leaf.md)\n'),
    around: inFolder,
  },
  {
    code: 'SKL304',
    kind: 'skill',
    bad: withBody('![x](gone.png)\n'),
    good: withBody('```\n[x](gone.md)\n```\n'),
    around: inFolder,
  },
  { code: 'SKL305', kind: 'skill', bad: withBody('# One\n\n[x](#two)\n'), good: withBody('# One, two\n\n[x](#one-two)\n') },
  {
    code: 'SKL306',
    kind: 'skill',
    bad: withBody('[x](references\\leaf.md)\n'),
    good: withBody('[x](references/leaf.md)\n'),
    around: inFolder,
  },
  { code: 'SKL306', kind: 'skill', bad: withBody('[x](/etc/hosts)\n'), good: withBody('[x](https://x.example/etc)\n') },
  {
    code: 'SKL307',
    kind: 'skill',
    bad: withBody('[x](../other.md)\n'),
    good: withBody('[x](references/leaf.md)\n'),
    around: inFolder,
  },
  {
    code: 'SKL308',
    kind: 'skill',
    bad: withBody('[x](references/guide.md)\n'),
    good: withBody('[x](references/leaf.md)\n'),
    around: inFolder,
  },
  {
    code: 'SKL309',
    kind: 'skill',
    bad: withBody('Run `scripts/gone.py`.\n'),
    good: withBody('Run `scripts/run.py` or `scripts/*.py`.\n'),
    around: inFolder,
  },
  { code: 'SKL310', kind: 'skill', bad: withBody('Do it.\n'), good: withBody(named), around: inFolder },
  {
    code: 'SKL310',
    kind: 'skill',
    bad: withBody('All of `references/` helps.\n'),
    good: withBody('See `references/` and the `scripts` folder.\n'),
    around: inFolder,
  },
  { code: 'SKL311', kind: 'skill', bad: withBody('TODO: more.\n'), good: withBody('Look for `TODO`.\n') },
  { code: 'SKL312', kind: 'skill', bad: withBody('State: !`git status`\n'), good: withBody('Run `git status`!\n') },
  {
    code: 'SKL313',
    kind: 'skill',
    bad: withBody('Use sk-abcdefghijklmnopqrstuvwxyz123456\n'),
    good: withBody('Use the key in $API_KEY\n'),
  },
];
