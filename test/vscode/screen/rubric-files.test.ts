import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';

const judge = `# Tone of replies
version: 1
name: Tone
instructions: |
  Score the last answer of the assistant. Length is not quality.

  ## tone

  An answer that refuses but says why can still score 5.
dimensions:
  - key: tone
    description: The customer is addressed with respect.
    scale: { min: 1, max: 5 }
    anchors: { 1: Blames the customer., 5: Says what happens next. }
selection: { sample: 50 }
`;
const phrases = Array.from({ length: 300 }, (_, n) => n.toString(36).padStart(2, '0'));
const grader = `version: 1
name: Many phrases
rules:
  - id: one-of-many
    type: contains
    any:
${phrases.map((phrase) => `      - "${phrase}"\n`).join('')}`;

describe('rubric files', () => {
  const editor = useWorkbench({ files: { 'tone.judge.yaml': judge, 'many.grader.yaml': grader } });

  it('become Markdown from YAML, to be saved by whoever asked for it', async () => {
    await editor().openFile('tone.judge.yaml');
    await editor().palette('Loop: Convert to .judge.md');
    await editor().page.locator('.tab', { hasText: 'tone.judge.md' }).first().waitFor();
    await editor().page.locator('.view-line', { hasText: 'An answer that refuses' }).first().waitFor();
    await editor().screenshot('judge-converted', 'dark');
    await editor().screenshot('judge-converted', 'light');
    await editor().save('the judge', async () => {
      const text = await readFile(path.join(editor().folder, 'tone.judge.md'), 'utf8').catch(() => '');
      return /^---\n# Tone of replies\nversion: 1\nname: Tone\ndimensions:\n[^]*\n---\n\nScore the last answer/.test(text);
    });
  });

  it('are told that there is no YAML extension to use their schemas', async () => {
    await editor().saysWhenRun('Loop: Use Schemas with the YAML Extension', /The YAML extension is not installed/);
  });

  it('show so many findings of a kind, and how many more there are', async () => {
    await editor().openFile('many.grader.yaml');
    await until('a finding', async () => (await editor().problems()).some((line) => line.includes('very short phrase')));
    const filter = editor()
      .page.locator('.markers-panel-container, .part.panel')
      .getByRole('textbox', { name: /Filter/ })
      .first();
    await filter.fill('more of this kind');
    await until('the line about the rest', async () =>
      (await editor().problems()).some((line) => line.includes('200 more of this kind from here on.')),
    );
    await editor().screenshot('problems-cut', 'dark');
    await editor().screenshot('problems-cut', 'light');
    await filter.fill('');
  });
});
