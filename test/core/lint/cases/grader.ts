import { grader } from '../fixtures';
import { around, type Case } from './case';

const rule = (lines: string, id = 'a') => `  - id: ${id}\n${lines.replace(/^/gm, '    ')}\n`;
const one = (lines: string) => grader(rule(lines));
const contains = (lines: string) => one(`type: contains\n${lines}`);
const two = (first: string, second: string, more = '') => grader(rule(first) + rule(second, 'b'), more);
const fine = contains('any: [refund]');
const slices = 'slices:\n  billing: { label: billing }\n';
const number = (lines: string) => one(`type: number\n${lines}`);

/** GRD00x–02x. */
export const ruleCases: readonly Case[] = [
  { code: 'GRD001', kind: 'grader', bad: fine.replace('version: 1\n', ''), good: fine },
  { code: 'GRD001', kind: 'grader', bad: fine.replace('version: 1', 'version: 2'), good: fine },
  { code: 'GRD001', kind: 'grader', bad: fine.replace('version: 1', 'version: "1"'), good: fine },
  { code: 'GRD002', kind: 'grader', bad: 'version: 1\nname: x\nrules: []\n', good: fine },
  { code: 'GRD002', kind: 'grader', bad: 'version: 1\nname: x\n', good: fine },
  { code: 'GRD003', kind: 'grader', bad: fine.replace('id: a', 'id: Says Sorry'), good: fine.replace('id: a', 'id: says-sorry') },
  {
    code: 'GRD004',
    kind: 'grader',
    bad: two('type: contains\nany: [x1y]', 'type: contains\nany: [y1z]').replace('id: b', 'id: a'),
    good: fine,
  },
  { code: 'GRD005', kind: 'grader', bad: one('type: contain\nany: [refund]'), good: fine },
  { code: 'GRD005', kind: 'grader', bad: one('any: [refund]'), good: fine },
  { code: 'GRD006', kind: 'grader', bad: contains('anyof: [refund]'), good: fine },
  { code: 'GRD006', kind: 'grader', bad: `${fine}colour: red\n`, good: fine },
  { code: 'GRD006', kind: 'grader', bad: one('<<: { type: contains, any: [refund] }'), good: fine },
  {
    code: 'GRD006',
    kind: 'grader',
    bad: contains('any: [refund]\nslice: { labl: x }'),
    good: contains('any: [refund]\nslice: { label: x }'),
  },
  { code: 'GRD007', kind: 'grader', bad: contains('any: [refund]\nweight: 0'), good: contains('any: [refund]\nweight: 1') },
  { code: 'GRD008', kind: 'grader', bad: contains('any: [refund]\nweight: -1'), good: fine },
  { code: 'GRD008', kind: 'grader', bad: contains('any: [refund]\nweight: .inf'), good: fine },
  { code: 'GRD009', kind: 'grader', bad: number('expected: "1.200,50"'), good: number('expected: 1200.5') },
  { code: 'GRD010', kind: 'grader', bad: two('type: contains\nany: [x1y]\nweight: 9', 'type: contains\nany: [y1z]'), good: fine },
  { code: 'GRD011', kind: 'grader', bad: grader('  - title: Says sorry\n    type: contains\n    any: [sorry]\n'), good: fine },
  { code: 'GRD012', kind: 'grader', bad: contains('any: [refund]\nenabled: false'), good: fine },
  { code: 'GRD013', kind: 'grader', bad: contains('any: [yes, 30]'), good: contains('any: [yes, "30"]') },
  { code: 'GRD014', kind: 'grader', bad: contains('any: [refund]\ntitle: 5'), good: fine },
  { code: 'GRD014', kind: 'grader', bad: fine.replace('name: Sample\n', ''), good: fine },
  {
    code: 'GRD014',
    kind: 'grader',
    bad: contains('any: [refund]\nslice: { since: yesterday }'),
    good: contains('any: [refund]\nslice: { since: 2026-09-01 }'),
  },
  { code: 'GRD020', kind: 'grader', bad: one('type: contains'), good: fine },
  {
    code: 'GRD021',
    kind: 'grader',
    bad: contains('all: [Refund window]\nnone: [refund]'),
    good: contains('all: [refunds]\nnone: [refund]\nwhole_word: true'),
  },
  {
    code: 'GRD021',
    kind: 'grader',
    bad: contains('any: [a refund, my refund]\nnone: [refund]'),
    good: contains('any: [a refund, money]\nnone: [refund]'),
  },
  {
    code: 'GRD022',
    kind: 'grader',
    bad: two('type: contains\nall: [refund]', 'type: contains\nnone: [refund]'),
    good: two('type: contains\nall: [refund]\nslice: { label: x }', 'type: contains\nnone: [refund]\nslice: { label: y }'),
  },
  {
    code: 'GRD022',
    kind: 'grader',
    bad: two('type: contains\nall: [refund]\nslice: { label: x }', 'type: contains\nnone: [refund]'),
    good: fine,
  },
  {
    code: 'GRD023',
    kind: 'grader',
    bad: contains('any: [refund, Refund]'),
    good: contains('any: [refund, Refund]\nignore_case: false'),
  },
  { code: 'GRD024', kind: 'grader', bad: contains('all: [refund, refund window]'), good: contains('all: [refund, window]') },
  {
    code: 'GRD024',
    kind: 'grader',
    bad: contains('any: [refund, refund window]'),
    good: contains('any: [refund, refunds]\nwhole_word: true'),
  },
  { code: 'GRD025', kind: 'grader', bad: contains('any: [in]'), good: contains('any: [in]\nwhole_word: true') },
  { code: 'GRD025', kind: 'grader', bad: contains('any: ["refund "]'), good: contains('any: [€, 退款]') },
  {
    code: 'GRD026',
    kind: 'grader',
    bad: two('type: contains\nany: [refund]\ntitle: One', 'any: [refund]\ntype: contains\nweight: 2'),
    good: two('type: contains\nany: [refund]', 'type: contains\nany: [money]'),
  },
  { code: 'GRD027', kind: 'grader', bad: contains(`all: ["${'long words '.repeat(9)}end"]`), good: fine },
];

const schema = (text: string) => one(`type: json\nschema: ${text}`);
const files = around('/w/rubrics/x.grader.yaml', { '/w/rubrics/order.json': '{}', '/w/rubrics/broken.json': '{' });

/** GRD03x–05x. */
export const valueCases: readonly Case[] = [
  { code: 'GRD030', kind: 'grader', bad: one('type: exact'), good: one('type: exact\nexpected: Hola') },
  {
    code: 'GRD030',
    kind: 'grader',
    bad: one('type: exact\nexpected: Hola\nreference: gold'),
    good: one('type: exact\nreference: gold'),
  },
  {
    code: 'GRD031',
    kind: 'grader',
    bad: two('type: exact\nexpected: 30 days', 'type: contains\nall: [refund]'),
    good: two('type: exact\nexpected: 30 days\nat: end', 'type: contains\nall: [refund]'),
  },
  { code: 'GRD040', kind: 'grader', bad: number('pick: any'), good: number('min: 3') },
  { code: 'GRD040', kind: 'grader', bad: number('expected: 3\nmin: 2'), good: number('reference: gold') },
  { code: 'GRD041', kind: 'grader', bad: number('expected: 3\ntolerance: -1'), good: number('expected: 3\ntolerance: 1') },
  { code: 'GRD042', kind: 'grader', bad: number('expected: -3\ntolerance: 3'), good: number('expected: -3\ntolerance: 2') },
  {
    code: 'GRD042',
    kind: 'grader',
    bad: number('expected: 3\ntolerance_percent: 100'),
    good: number('expected: 3\ntolerance_percent: 99'),
  },
  { code: 'GRD043', kind: 'grader', bad: number('expected: 0\ntolerance_percent: 5'), good: number('expected: 0\ntolerance: 5') },
  { code: 'GRD044', kind: 'grader', bad: number('expected: 9007199254740993'), good: number('expected: 9007199254740992') },
  { code: 'GRD045', kind: 'grader', bad: number('min: 5\nmax: 1'), good: number('min: 1\nmax: 1') },
  {
    code: 'GRD046',
    kind: 'grader',
    bad: `${number('expected: 30')}examples:\n  - answer: "Within 30 days of your order #123456."\n    expect: { a: fail }\n`,
    good: `${number('expected: 30\npick: any')}examples:\n  - answer: "Within 30 days of your order #123456."\n    expect: { a: pass }\n`,
  },
  { code: 'GRD050', kind: 'grader', bad: schema('{ type: objekt }'), good: schema('{ type: object }') },
  {
    code: 'GRD050',
    kind: 'grader',
    bad: schema('{ $ref: "#/$defs/a" }'),
    good: schema('{ $ref: "#/$defs/a", $defs: { a: { type: string } } }'),
  },
  {
    code: 'GRD051',
    kind: 'grader',
    bad: one(
      'type: json\nrequired: [order.id]\nschema: { properties: { order: { properties: { no: {} }, additionalProperties: false } } }',
    ),
    good: one('type: json\nrequired: [order.id]\nschema: { properties: { order: {} }, additionalProperties: false }'),
  },
  { code: 'GRD052', kind: 'grader', bad: one('type: json\nrequired: [a, a.b]'), good: one('type: json\nrequired: [a.b, a.c]') },
  { code: 'GRD052', kind: 'grader', bad: one('type: json\nrequired: [a, a]'), good: one('type: json\nrequired: [a, ab]') },
  {
    code: 'GRD053',
    kind: 'grader',
    bad: two('type: json\nrequired: [a]', 'type: contains\nnone: ["{"]'),
    good: two('type: json', 'type: contains\nnone: ["{"]'),
  },
  { code: 'GRD054', kind: 'grader', bad: schema('./gone.json'), good: schema('./order.json'), around: files },
  { code: 'GRD054', kind: 'grader', bad: schema('./broken.json'), good: schema('order.json'), around: files },
  { code: 'GRD054', kind: 'grader', bad: schema('../../x.json'), good: schema('../rubrics/order.json'), around: files },
  {
    code: 'GRD055',
    kind: 'grader',
    bad: schema('{ type: object, requird: [a] }'),
    good: schema('{ properties: { requird: {} } }'),
  },
  { code: 'GRD055', kind: 'grader', bad: schema('{ colour: red }'), good: schema('{ x-colour: red }') },
];

const regex = (pattern: string, more = '') => one(`type: regex\npattern: ${pattern}${more === '' ? '' : `\n${more}`}`);

/** GRD06x. */
export const patternCases: readonly Case[] = [
  { code: 'GRD060', kind: 'grader', bad: regex("'[a-'"), good: regex("'[a-z]'") },
  { code: 'GRD060', kind: 'grader', bad: regex("'(?i)x'", 'engine: js'), good: regex("'(?i)x'") },
  { code: 'GRD061', kind: 'grader', bad: regex("'a(?=b)'"), good: regex("'a(?=b)'", 'engine: js') },
  { code: 'GRD061', kind: 'grader', bad: regex("'(a)\\1'"), good: regex("'(?<=a)b'") },
  { code: 'GRD061', kind: 'grader', bad: regex("'\\u00e9'"), good: regex("'\\x{00e9}'") },
  { code: 'GRD061', kind: 'grader', bad: regex("'[^]'"), good: regex("'[^x]'") },
  { code: 'GRD061', kind: 'grader', bad: regex("'a{1001}'"), good: regex("'a{1000}'") },
  { code: 'GRD061', kind: 'grader', bad: regex("'a++'"), good: regex("'a+\\+'") },
  { code: 'GRD062', kind: 'grader', bad: regex("'^(a+)+$'", 'engine: js'), good: regex("'^(a+)+$'") },
  { code: 'GRD062', kind: 'grader', bad: regex("'(x|x)*y'", 'engine: js'), good: regex("'(ab+c)+y'", 'engine: js') },
  { code: 'GRD063', kind: 'grader', bad: regex("'a^b'"), good: regex("'a^b'", 'flags: m') },
  { code: 'GRD063', kind: 'grader', bad: regex("'a$b'"), good: regex("'(a|^)b'") },
  { code: 'GRD064', kind: 'grader', bad: regex("'x*'"), good: regex("'x+'") },
  { code: 'GRD064', kind: 'grader', bad: regex("'a|'"), good: regex("'^$'") },
  { code: 'GRD064', kind: 'grader', bad: regex("'.{0,80}'"), good: regex("'^.{0,80}$'", 'flags: s') },
  { code: 'GRD065', kind: 'grader', bad: regex('refund', 'flags: gi'), good: regex('refund', 'flags: i') },
  { code: 'GRD065', kind: 'grader', bad: regex("'\\d+'", 'flags: i'), good: regex("'[a-f]+'", 'flags: i') },
  { code: 'GRD065', kind: 'grader', bad: regex('refund', 'flags: ii'), good: regex("'^a.b'", 'flags: ms') },
  { code: 'GRD066', kind: 'grader', bad: regex("'example.com'"), good: regex("'example\\.com'") },
  { code: 'GRD067', kind: 'grader', bad: regex("'order\\\\d+'"), good: regex("'order\\d+'") },
  { code: 'GRD067', kind: 'grader', bad: regex('"\\border"'), good: regex('"\\\\border"') },
  { code: 'GRD068', kind: 'grader', bad: regex("'.*order'"), good: regex("'or.*der'") },
  { code: 'GRD068', kind: 'grader', bad: regex("'^or.*der$'"), good: regex("'^or.*der$'", 'flags: s') },
  { code: 'GRD069', kind: 'grader', bad: regex("'(?<id>\\d+)'"), good: regex("'(\\d+)'") },
];

const tool = (lines: string) => one(`type: tool_call\n${lines}`);
const sliced = (slice: string) => contains(`any: [refund]\nslice: ${slice}`);
const withCases = (cases: string) => `${fine}examples:\n${cases}`;
const shown =
  '  - answer: refund\n    expect: { a: pass }\n    score: 1\n  - answer: no\n    expect: { a: fail }\n    score: 0\n';

/** GRD07x–09x. */
export const contextCases: readonly Case[] = [
  { code: 'GRD070', kind: 'grader', bad: tool('expect: called'), good: tool('any_of: [look_up]') },
  { code: 'GRD070', kind: 'grader', bad: tool('any_of: []'), good: tool('tool: look_up') },
  {
    code: 'GRD072',
    kind: 'grader',
    bad: tool('tool: t\ncount: { min: 2, max: 1 }'),
    good: tool('tool: t\ncount: { min: 1, max: 1 }'),
  },
  { code: 'GRD072', kind: 'grader', bad: tool('tool: t\ncount: { max: 0 }'), good: tool('tool: t\nexpect: not_called') },
  {
    code: 'GRD073',
    kind: 'grader',
    bad: two('type: tool_call\ntool: t', 'type: tool_call\ntool: t\nexpect: not_called'),
    good: two('type: tool_call\nany_of: [t, u]', 'type: tool_call\ntool: t\nexpect: not_called'),
  },
  {
    code: 'GRD074',
    kind: 'grader',
    bad: tool('tool: t\nexpect: not_called\ncount: { min: 1 }'),
    good: tool('tool: t\ncount: { min: 1 }'),
  },
  {
    code: 'GRD080',
    kind: 'grader',
    bad: grader(rule('type: contains\nany: [refund]\nslice: biling'), slices),
    good: grader(rule('type: contains\nany: [refund]\nslice: billing'), slices),
  },
  { code: 'GRD080', kind: 'grader', bad: sliced('elsewhere'), good: sliced('{ source: x }') },
  {
    code: 'GRD081',
    kind: 'grader',
    bad: grader(rule('type: contains\nany: [refund]'), slices),
    good: grader(rule('type: contains\nany: [refund]\nslice: billing'), slices),
  },
  {
    code: 'GRD082',
    kind: 'grader',
    bad: sliced('{ since: 2026-02-01, until: 2026-01-31 }'),
    good: sliced('{ since: 2026-02-01, until: 2026-02-01 }'),
  },
  { code: 'GRD082', kind: 'grader', bad: sliced('{ label: x, unlabelled: true }'), good: sliced('{ unlabelled: true }') },
  { code: 'GRD083', kind: 'grader', bad: sliced('{ label: [billing, Refunds] }'), good: sliced('{ label: [billing, refunds] }') },
  {
    code: 'GRD085',
    kind: 'grader',
    bad: two('type: contains\nany: [money]\nslice: { label: x }', 'type: regex\npattern: order \\d+'),
    good: one('type: regex\npattern: order \\d+'),
  },
  { code: 'GRD090', kind: 'grader', bad: withCases('  - answer: x\n    expect: { a: pass }\n'), good: withCases(shown) },
  { code: 'GRD090', kind: 'grader', bad: withCases('  - answer: refund\n    score: 0.5\n'), good: withCases(shown) },
  { code: 'GRD091', kind: 'grader', bad: withCases('  - answer: x\n    expect: { b: fail }\n'), good: withCases(shown) },
  { code: 'GRD092', kind: 'grader', bad: withCases('  - answer: x\n    expect: { a: fail }\n'), good: withCases(shown) },
  { code: 'GRD093', kind: 'grader', bad: withCases(shown.replace('score: 0', 'score: 1')), good: withCases(shown) },
];
