import { judge } from '../fixtures';
import { around, type Case } from './case';

const fine = judge({});
const keys = (lines: string) => judge({ keys: lines });
const body = (text: string) => judge({ body: text });
const dimension = (lines: string, key = 'accuracy') => `  - key: ${key}\n${lines.replace(/^/gm, '    ')}\n`;
const of = (...dimensions: string[]) => judge({ dimensions: dimensions.join('') });
const scaled = (scale: string, more = '') => of(dimension(`description: Every statement is true.\nscale: ${scale}${more}`));
const described = (text: string, key?: string) => of(dimension(`description: ${text}\nscale: boolean`, key));
const beside = around('/w/billing.judge.md', {});
const usual = 'Score the accuracy of each reply. Length is not quality.';

/** JDG00x–04x. */
export const judgeKeyCases: readonly Case[] = [
  { code: 'JDG001', kind: 'judge', bad: fine.replace('version: 1\n', ''), good: fine },
  { code: 'JDG001', kind: 'judge', bad: fine.replace('version: 1', 'version: 2'), good: fine },
  { code: 'JDG001', kind: 'judge', bad: fine.replace('name: Sample\n', ''), good: fine },
  { code: 'JDG001', kind: 'judge', bad: fine.replace('name: Sample', 'name: 5'), good: fine },
  { code: 'JDG002', kind: 'judge', bad: '---\nversion: 1\nname: x\n---\nScore it.\n', good: fine },
  { code: 'JDG002', kind: 'judge', bad: '---\nversion: 1\nname: x\ndimensions: []\n---\nScore it.\n', good: fine },
  {
    code: 'JDG003',
    kind: 'judge',
    bad: of(dimension('description: One thing.'), dimension('description: Quite another.')),
    good: fine,
  },
  {
    code: 'JDG004',
    kind: 'judge',
    bad: described('Every statement is true.', 'Is True'),
    good: described('Every statement is true.', 'is-true'),
  },
  { code: 'JDG004', kind: 'judge', bad: of('  - description: Every statement is true.\n'), good: fine },
  { code: 'JDG005', kind: 'judge', bad: of(dimension('scale: boolean')), good: fine },
  { code: 'JDG005', kind: 'judge', bad: described('""'), good: fine },
  { code: 'JDG006', kind: 'judge', bad: of(dimension('descripton: Every statement is true.')), good: fine },
  { code: 'JDG006', kind: 'judge', bad: keys('colour: red\n'), good: keys('model: small\n') },
  { code: 'JDG006', kind: 'judge', bad: keys('<<: { model: small }\n'), good: keys('model: small\n') },
  { code: 'JDG007', kind: 'judge', bad: keys('write_gold: maybe\n'), good: keys('write_gold: false\n') },
  { code: 'JDG020', kind: 'judge', bad: scaled('{ min: 5, max: 1 }'), good: scaled('{ min: 1, max: 5 }') },
  { code: 'JDG020', kind: 'judge', bad: scaled('{ min: 1, max: 5, step: 3 }'), good: scaled('{ min: 1, max: 5, step: 2 }') },
  { code: 'JDG020', kind: 'judge', bad: scaled('{ min: 1, max: .inf }'), good: scaled('unit') },
  { code: 'JDG020', kind: 'judge', bad: scaled('stars'), good: scaled('boolean') },
  { code: 'JDG021', kind: 'judge', bad: scaled('{ min: 1, max: 100 }'), good: scaled('{ min: 0, max: 10 }') },
  {
    code: 'JDG022',
    kind: 'judge',
    bad: scaled('{ min: 1, max: 5 }'),
    good: scaled('{ min: 1, max: 5 }', '\nanchors: { 1: wrong, 5: right }'),
  },
  {
    code: 'JDG023',
    kind: 'judge',
    bad: scaled('{ min: 1, max: 5 }', '\nanchors: { 6: right }'),
    good: scaled('{ min: 1, max: 5 }', '\nanchors: { 5: right }'),
  },
  {
    code: 'JDG023',
    kind: 'judge',
    bad: scaled('{ min: 1, max: 5, step: 2 }', '\nanchors: { 2: so }'),
    good: scaled('unit', '\nanchors: { 0.5: so }'),
  },
  {
    code: 'JDG023',
    kind: 'judge',
    bad: scaled('unit', '\nanchors: { high: right }'),
    good: scaled('boolean', '\nanchors: { true: right, false: wrong }'),
  },
  {
    code: 'JDG025',
    kind: 'judge',
    bad: of(
      dimension('description: One thing holds.\nscale: boolean'),
      dimension('description: Quite another.\nscale: unit', 'tone'),
    ),
    good: fine,
  },
  { code: 'JDG026', kind: 'judge', bad: of(dimension('description: Every statement is true.')), good: fine },
  {
    code: 'JDG027',
    kind: 'judge',
    bad: scaled('{ min: 1, max: 5 }', '\nanchors: { 1: wrong, 5: Wrong }'),
    good: scaled('{ min: 1, max: 5 }', '\nanchors: { 1: wrong, 5: right }'),
  },
  {
    code: 'JDG027',
    kind: 'judge',
    bad: scaled('{ min: 1, max: 5 }', '\nanchors: { 5: The worst answer }'),
    good: scaled('{ min: 1, max: 5 }', '\nanchors: { 1: The worst answer }'),
  },
  { code: 'JDG030', kind: 'judge', bad: of(dimension('description: Every statement is true.\nweight: 0')), good: fine },
  { code: 'JDG031', kind: 'judge', bad: of(dimension('description: Every statement is true.\nweight: "2"')), good: fine },
  { code: 'JDG032', kind: 'judge', bad: keys('pass_threshold: 70\n'), good: keys('pass_threshold: 0.7\n') },
  { code: 'JDG033', kind: 'judge', bad: keys('label_threshold: 1\n'), good: keys('label_threshold: 0.51\n') },
  {
    code: 'JDG040',
    kind: 'judge',
    bad: fine.replace('{ label: billing }', '{ sample: 1.5 }'),
    good: fine.replace('{ label: billing }', '{ sample: 5 }'),
  },
  { code: 'JDG041', kind: 'judge', bad: fine.replace('{ label: billing }', '{ label: Billing }'), good: fine },
  { code: 'JDG041', kind: 'judge', bad: fine.replace('{ label: billing }', '{ label: x, unlabelled: true }'), good: fine },
  { code: 'JDG042', kind: 'judge', bad: fine.replace('selection: { label: billing }\n', ''), good: fine },
  { code: 'JDG043', kind: 'judge', bad: keys('write_gold: true\n'), good: keys('write_gold: true # chosen\n') },
];

/** JDG01x, 024, 05x, 06x. */
export const judgeWordCases: readonly Case[] = [
  { code: 'JDG010', kind: 'judge', bad: body('# How to score\n\n<!-- nothing yet -->\n'), good: fine },
  { code: 'JDG011', kind: 'judge', bad: body('Decide. Length is not quality.\n'), good: fine },
  {
    code: 'JDG012',
    kind: 'judge',
    bad: body(`${usual}\n\n## helpfulness\n\nIs it?\n`),
    good: body(`${usual}\n\n## accuracy\n\nIs it?\n\n## Further notes\n\nNone.\n`),
  },
  { code: 'JDG012', kind: 'judge', bad: body(`${usual}\n\n## acuracy\n\nIs it?\n`), good: fine },
  {
    code: 'JDG013',
    kind: 'judge',
    bad: body('Score the accuracy of each reply.\n'),
    good: body('Bewerte jede Antwort nach accuracy, streng und ohne Ansehen.\n'),
  },
  {
    code: 'JDG014',
    kind: 'judge',
    bad: described('Is it true? Is it kind?'),
    good: described('Every order and its price are true.'),
  },
  {
    code: 'JDG014',
    kind: 'judge',
    bad: described('The reply is true and is complete.'),
    good: described('The claims, the order or the tool results.'),
  },
  {
    code: 'JDG015',
    kind: 'judge',
    bad: of(dimension('description: Every statement is true.'), dimension('description: Nothing invented here.', 'factuality')),
    good: of(
      dimension('description: Every statement is true.'),
      dimension('description: The customer is addressed with respect.', 'tone'),
    ),
  },
  {
    code: 'JDG015',
    kind: 'judge',
    bad: of(
      dimension('description: All claims of money hold.', 'money'),
      dimension('description: All claims of money holding.', 'coins'),
    ),
    good: fine,
  },
  { code: 'JDG016', kind: 'judge', bad: described('The reply is appropriate for it.'), good: fine },
  {
    code: 'JDG016',
    kind: 'judge',
    bad: body(`${usual} Prefer a good reply.\n`),
    good: body(`${usual} A reply is good when it settles the matter.\n`),
  },
  { code: 'JDG017', kind: 'judge', bad: body(`${usual} Most replies should score 1.\n`), good: fine },
  { code: 'JDG018', kind: 'judge', bad: body(`${usual} Otherwise use your judgement.\n`), good: fine },
  {
    code: 'JDG019',
    kind: 'judge',
    bad: body(`${usual} A false claim should score 0.\n`),
    good: body(`${usual} A false claim scores 0.\n`),
  },
  {
    code: 'JDG024',
    kind: 'judge',
    bad: body(`${usual} Score from 1 to 10.\n`),
    good: body(`${usual} Score replies of 2 to 3 sentences alike.\n`),
  },
  {
    code: 'JDG024',
    kind: 'judge',
    bad: body(`${usual} Use a five-point scale.\n`),
    good: body(`${usual} Rate it from 0 to 1.\n`),
  },
  {
    code: 'JDG024',
    kind: 'judge',
    bad: body(`${usual} Give points out of 10.\n`),
    good: body(`${usual} Not \`score 1 to 10\`.\n`),
  },
  {
    code: 'JDG050',
    kind: 'judge',
    bad: body(`${usual}\nRespond with the score only.\n`),
    good: body(`${usual} A reply that is valid JSON is no better.\n`),
  },
  { code: 'JDG050', kind: 'judge', bad: body(`${usual} Reply like this:\n\n\`\`\`json\n{ "score": 1 }\n\`\`\`\n`), good: fine },
  {
    code: 'JDG051',
    kind: 'judge',
    bad: body(`${usual} Compare it with answer B.\n`),
    good: body(`${usual} Answer a question first.\n`),
  },
  { code: 'JDG052', kind: 'judge', bad: body(`${usual} {{completion}}\n`), good: body(`${usual} A set like {a, b}.\n`) },
  { code: 'JDG052', kind: 'judge', bad: body(`${usual} {output}\n`), good: body(`${usual} \`{output}\`\n`) },
  { code: 'JDG053', kind: 'judge', bad: body(`${usual} More detail earns a higher score.\n`), good: fine },
  {
    code: 'JDG054',
    kind: 'judge',
    bad: of(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, i) => dimension(`description: Point ${i} holds.`, key))),
    good: fine,
  },
  { code: 'JDG055', kind: 'judge', bad: described('The reply does not contain no errors.'), good: fine },
  { code: 'JDG055', kind: 'judge', bad: described('Errors are absent.', 'no-errors'), good: fine },
  {
    code: 'JDG056',
    kind: 'judge',
    bad: body(`${usual} 5 is best. In doubt remember that 1 is best.\n`),
    good: body(`${usual} 1 is best, 0 is worst.\n`),
  },
  { code: 'JDG057', kind: 'judge', bad: body(`${usual} sk-abcdefghijklmnopqrstuvwxyz123456\n`), good: fine },
  {
    code: 'JDG058',
    kind: 'judge',
    bad: body(`${usual} Check it on the web.\n`),
    good: body(`${usual} Check it against the tool results.\n`),
  },
  {
    code: 'JDG059',
    kind: 'judge',
    bad: described('Every claim rests on a tool result.'),
    good: judge({
      dimensions: dimension('description: Every claim rests on a tool result.\nscale: boolean'),
      body: `${usual} Where no tool was called, score 1.\n`,
    }),
  },
  { code: 'JDG061', kind: 'judge', bad: described('The reply mentions the order number.'), good: fine, around: beside },
  { code: 'JDG061', kind: 'judge', bad: described('The reply is at most 80 words.'), good: fine, around: beside },
  { code: 'JDG062', kind: 'judge', bad: body(`${usual} Score as GPT-4 would.\n`), good: fine },
];
