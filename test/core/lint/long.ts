/** A grader with so many rules, and cases for most of them. */
export function longGrader(rules: number): string {
  const rule = (i: number) =>
    `  - id: rule-${i}\n    title: Says part ${i} of what is needed\n    type: contains\n    any: ["part ${i} of it", "piece ${i} of it"]\n    none: ["not ${i}"]\n    weight: ${(i % 5) + 1}\n    slice: s${i % 20}\n`;
  const example = (i: number) =>
    `  - name: case ${i}\n    answer: part ${i} of it\n    expect: { rule-${i}: ${i % 2 ? 'pass' : 'not_applied'} }\n`;
  const many = (n: number, make: (i: number) => string) => Array.from({ length: n }, (_, i) => make(i)).join('');
  const slices = many(20, (i) => `  s${i}: { label: label-${i} }\n`);
  return `version: 1\nname: Long\nslices:\n${slices}rules:\n${many(rules, rule)}examples:\n${many(Math.floor(rules * 0.79), example)}`;
}

/** A judge with four sections of so many lines. */
export function longJudge(lines: number): string {
  const keys = ['accuracy', 'tone', 'coverage', 'brevity'];
  const line = 'Compare every claim with the conversation; score 1 when one is wrong, and 5 when all are right.\n';
  const dimension = (key: string) =>
    `  - key: ${key}\n    description: The reply has enough ${key}.\n    scale: { min: 1, max: 5 }\n`;
  const body = keys.map((key) => `## ${key}\n\n${line.repeat(lines)}`).join('\n');
  return `---\nversion: 1\nname: Long\ndimensions:\n${keys.map(dimension).join('')}---\n\n${body}`;
}

/** A skill of so many steps, with links and code in each. */
export function longSkill(steps: number): string {
  const step = (i: number) =>
    `## Step ${i}\n\nLook the order up with \`scripts/look.py\`, then read [the notes](references/n${i}.md).\n\n- first\n- second\n\n`;
  const front = '---\nname: x\ndescription: Sorts the mail of a day. Use when the user asks for it.\n---\n';
  return `${front}\n${Array.from({ length: steps }, (_, i) => step(i)).join('')}`;
}
