import { skill } from '../fixtures';
import { around, type Case } from './case';

const body = '# Steps\n\nDo the thing.\n';
const named = (name: string) =>
  `---\nname: ${name}\ndescription: Sorts the mail of a day. Use when the user asks for it.\n---\n${body}`;
const described = (value: string) => `---\nname: sample\ndescription: ${value}\n---\n${body}`;
const fine = skill('');
const usual = 'Sorts the mail of a day. Use when the user asks for it.';
const at = around('/w/sample/SKILL.md', { '/w/sample/SKILL.md': fine, '/w/sample/LICENSE.txt': 'MIT' });
const many = (n: number) => 'x'.repeat(n);

/** SKL1xx: of each code one text that has it and one that has not. */
export const skillKeyCases: readonly Case[] = [
  { code: 'SKL100', kind: 'skill', bad: `---\ndescription: ${usual}\n---\n${body}`, good: fine },
  { code: 'SKL101', kind: 'skill', bad: named('3000'), good: named('"3000"') },
  { code: 'SKL101', kind: 'skill', bad: named('[a]'), good: named('yes') },
  { code: 'SKL102', kind: 'skill', bad: named('""'), good: fine },
  { code: 'SKL102', kind: 'skill', bad: named(''), good: fine, around: at },
  { code: 'SKL103', kind: 'skill', bad: named(many(65)), good: named(many(64)) },
  { code: 'SKL104', kind: 'skill', bad: named('My Skill'), good: named('my-skill') },
  { code: 'SKL104', kind: 'skill', bad: named('my skill!'), good: named('my-skill') },
  { code: 'SKL105', kind: 'skill', bad: named('my--skill'), good: named('my-skill') },
  { code: 'SKL105', kind: 'skill', bad: named('skill-'), good: named('s-1') },
  { code: 'SKL106', kind: 'skill', bad: named('other'), good: fine, around: at },
  { code: 'SKL107', kind: 'skill', bad: named('claude-helper'), good: named('cloud-helper') },
  { code: 'SKL108', kind: 'skill', bad: named('"<b>x"'), good: named('x') },
  { code: 'SKL109', kind: 'skill', bad: named('café'), good: named('cafe') },
  {
    code: 'SKL110',
    kind: 'skill',
    bad: fine,
    good: named('another'),
    around: {
      path: '/w/.github/skills/sample/SKILL.md',
      skills: [
        { name: 'sample', path: '/w/.github/skills/sample/SKILL.md' },
        { name: 'sample', path: '/w/.claude/skills/sample/SKILL.md' },
      ],
    },
  },
  { code: 'SKL120', kind: 'skill', bad: `---\nname: sample\n---\n${body}`, good: fine },
  { code: 'SKL121', kind: 'skill', bad: described('\n  Use when: asked'), good: described('"Use when: asked"') },
  { code: 'SKL121', kind: 'skill', bad: described('42'), good: described('"42"') },
  { code: 'SKL122', kind: 'skill', bad: described('"  "'), good: fine },
  { code: 'SKL122', kind: 'skill', bad: described(''), good: fine },
  { code: 'SKL122', kind: 'skill', bad: `---\nname: sample\ndescription:\n---\n# Sample\n\nSorts mail.\n`, good: fine },
  { code: 'SKL123', kind: 'skill', bad: described(`Use when ${many(1020)}`), good: described(`Use when ${'😀'.repeat(1015)}`) },
  { code: 'SKL124', kind: 'skill', bad: described(`${usual} Reads <script> tags.`), good: fine },
  { code: 'SKL124', kind: 'skill', bad: described(`${usual} Maps a -> b.`), good: fine },
  {
    code: 'SKL125',
    kind: 'skill',
    bad: described('Sorts the whole mail of a day into folders.'),
    good: described('排序一整天的邮件并放入文件夹里面。'),
  },
  {
    code: 'SKL126',
    kind: 'skill',
    bad: described('I sort the mail of a day. Use when asked to.'),
    good: described('Internal mail. Use when the user asks for it.'),
  },
  { code: 'SKL127', kind: 'skill', bad: described('Use when asked.'), good: fine },
  { code: 'SKL128', kind: 'skill', bad: described(`|\n  ${usual}`), good: described(`>-\n  ${usual}`) },
  { code: 'SKL128', kind: 'skill', bad: described(`>+\n  ${usual}\n\n`), good: described(`>\n  ${usual}`) },
  { code: 'SKL129', kind: 'skill', bad: described(`TODO ${usual}`), good: fine },
  {
    code: 'SKL130',
    kind: 'skill',
    bad: skill(`when_to_use: ${many(1500)}\n`),
    good: skill('when_to_use: when asked\n'),
    around: { targets: ['claude'] },
  },
  { code: 'SKL131', kind: 'skill', bad: described('A sample skill for the sample.'), good: fine },
  { code: 'SKL140', kind: 'skill', bad: skill('license:\n  name: MIT\n'), good: skill('license: MIT\n') },
  {
    code: 'SKL141',
    kind: 'skill',
    bad: skill('license: see COPYING.txt\n'),
    good: skill('license: see LICENSE.txt\n'),
    around: at,
  },
  { code: 'SKL142', kind: 'skill', bad: skill(`compatibility: ${many(501)}\n`), good: skill(`compatibility: ${many(500)}\n`) },
  { code: 'SKL142', kind: 'skill', bad: skill('compatibility: [git]\n'), good: skill('compatibility: git\n') },
  { code: 'SKL142', kind: 'skill', bad: skill('compatibility:\n'), good: skill('') },
  { code: 'SKL143', kind: 'skill', bad: skill('metadata: none\n'), good: skill('metadata:\n  a: b\n') },
  {
    code: 'SKL143',
    kind: 'skill',
    bad: skill('metadata:\n  - author: me\n  - version: 1.0\n'),
    good: skill('metadata:\n  author: me\n'),
  },
  { code: 'SKL143', kind: 'skill', bad: skill('metadata: [a, b]\nlicense: MIT\n'), good: skill('metadata:\n  tags: a, b\n') },
  { code: 'SKL143', kind: 'skill', bad: skill('metadata:\nlicense: MIT\n'), good: skill('license: MIT\n') },
  { code: 'SKL144', kind: 'skill', bad: skill('metadata:\n  version: 1.0\n'), good: skill('metadata:\n  version: "1.0"\n') },
  { code: 'SKL145', kind: 'skill', bad: skill('metadata:\n  tags:\n    - a\n'), good: skill('metadata:\n  tags: a\n') },
  {
    code: 'SKL145',
    kind: 'skill',
    bad: skill('metadata:\n  needs: { bin: [git], os: linux }\n  author: me\n'),
    good: skill('metadata:\n  needs: git\n'),
  },
  {
    code: 'SKL146',
    kind: 'skill',
    bad: skill('allowed-tools:\n  - Read\n  - Grep\n'),
    good: skill('allowed-tools: Read Grep\n'),
  },
  { code: 'SKL147', kind: 'skill', bad: skill('allowed-tools: Read, Grep\n'), good: skill('allowed-tools: Bash(a, b) Read\n') },
  {
    code: 'SKL148',
    kind: 'skill',
    bad: skill('allowed-tools: Bash(git Read\n'),
    good: skill('allowed-tools: Bash(git:*) Read\n'),
  },
  { code: 'SKL148', kind: 'skill', bad: skill('allowed-tools: Bash() Read\n'), good: skill('allowed-tools: mcp__a__b Read\n') },
  { code: 'SKL149', kind: 'skill', bad: skill('allowed-tools: Raed Grep\n'), good: skill('allowed-tools: Read run_terminal\n') },
  { code: 'SKL150', kind: 'skill', bad: skill('allowed-tools: Bash Read\n'), good: skill('allowed-tools: Bash(git:*)\n') },
  { code: 'SKL151', kind: 'skill', bad: skill('user-invocable: "no"\n'), good: skill('user-invocable: false\n') },
  {
    code: 'SKL152',
    kind: 'skill',
    bad: skill('user-invocable: false\ndisable-model-invocation: true\n'),
    good: skill('user-invocable: false\n'),
  },
  { code: 'SKL153', kind: 'skill', bad: skill('argument-hint: [file]\n'), good: skill('argument-hint: "[file]"\n') },
  { code: 'SKL154', kind: 'skill', bad: skill('context: spoon\n'), good: skill('context: fork\nagent: planner\n') },
  { code: 'SKL154', kind: 'skill', bad: skill('agent: planner\n'), good: skill('context: fork\nbackground: false\n') },
  { code: 'SKL155', kind: 'skill', bad: skill('effort: huge\n'), good: skill('effort: high\n') },
  { code: 'SKL155', kind: 'skill', bad: skill('model:\n'), good: skill('model: inherit\n') },
  { code: 'SKL156', kind: 'skill', bad: skill('hooks: none\n'), good: skill('hooks:\n  PreToolUse:\n    - x\n') },
  { code: 'SKL156', kind: 'skill', bad: skill('hooks:\n  PreTolUse:\n    - x\n'), good: skill('hooks:\n  Stop:\n    - x\n') },
  { code: 'SKL157', kind: 'skill', bad: skill('licence: MIT\n'), good: skill('license: MIT\n') },
  { code: 'SKL157', kind: 'skill', bad: skill('category: mail\n'), good: skill('metadata:\n  category: mail\n') },
  { code: 'SKL158', kind: 'skill', bad: skill('user-invokable: true\n'), good: skill('user-invocable: true\n') },
  { code: 'SKL158', kind: 'skill', bad: skill('argumentHint: x\n'), good: skill('argument-hint: x\n') },
  { code: 'SKL159', kind: 'skill', bad: skill('effort: high\n'), good: skill('context: fork\n') },
];
