import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { suggestionsAt } from '../../core/lint/editing/complete';
import { hoverAt } from '../../core/lint/editing/hover';
import type { FileKind } from '../../core/lint/kinds';
import { contextOf, lint } from '../../core/lint/lint';
import { lookAt } from '../../server/lint/look';
import { diskFiles } from '../../server/lint/disk';
import { rubricFiles } from '../../server/lint/walk';
import { longGrader, longJudge, longSkill } from '../core/lint/long';
import { WorkspaceDiagnosticRequest } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { Editor } from '../server/lsp/harness';
import { benchBeside } from './lint-beside.bench';
import { benchLive } from './lint-live.bench';
import type { Print } from './main';
import { edits, ms, p95, timed, typed } from './typing';

/** Editing rubric files: from an edit to what is wrong, and a workspace with many skills. */
export async function benchLint(say: Print): Promise<void> {
  const grader = longGrader(190);
  const judge = longJudge(490);
  const skill = longSkill(285);
  for (const [kind, text] of [
    ['grader', grader],
    ['judge', judge],
    ['skill', skill],
  ] as const) {
    // A server that has been typed into before: the first edits after a start also compile the rules themselves.
    for (const now of typed(text, 'y')) lint({ kind, text: now, path: `/w/x/${kind}` });
    const times = typed(text).map((now) => timed(() => void lint({ kind, text: now, path: `/w/x/${kind}` })));
    say(`edit → diagnostics, ${kind} of ${text.split('\n').length} lines: p95 ${ms(p95(times))} (budget 30 ms)`);
  }
  say(
    `completion and hover in the same grader: p95 ${ms(p95(typed(grader).map((text, i) => timed(() => askedOf('grader', text, i)))))}`,
  );
  await benchLive(say, grader);
  await manySkills(say, (folder, files) => benchBeside(say, { grader, judge, skill }, { folder, files }));
}

function askedOf(kind: FileKind, text: string, i: number): void {
  const context = contextOf({ kind, text });
  const offset = Math.floor((text.length * (i + 1)) / (edits + 2));
  suggestionsAt(context, offset);
  hoverAt(context, offset);
}

async function manySkills(say: Print, then: (folder: string, files: readonly string[]) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loop-skills-'));
  try {
    for (let i = 0; i < 500; i++) {
      const place = path.join(folder, `.agents/skills/skill-${i}`);
      for (const inner of ['scripts', 'references']) mkdirSync(path.join(place, inner), { recursive: true });
      writeFileSync(path.join(place, 'scripts/look.py'), '');
      for (const n of [0, 1, 2]) writeFileSync(path.join(place, `references/n${n}.md`), '# Notes\n');
      writeFileSync(
        path.join(place, 'SKILL.md'),
        longSkill(285)
          .slice(0, 4000 + (i % 7) * 1000)
          .replace('name: x', `name: skill-${i}`)
          // No two skills have a sentence in common.
          .replace(/Look the order up/g, `Look order ${i} up`)
          .replace(/n(\d+)\.md/g, (_, n: string) => `n${Number(n) % 3}.md`),
      );
    }
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const around = { workspace: folder, files: diskFiles() };
    const files: string[] = [];
    for await (const file of rubricFiles(folder)) {
      await lookAt(file, around);
      files.push(file);
    }
    const { user, system } = process.cpuUsage(cpu);
    say(
      `${files.length} SKILL.md of a workspace: ${ms(performance.now() - start)}, ${ms((user + system) / 1000)} of work (budget 500 ms)`,
    );
    say(`the same through the language server, client and wire included: ${ms(await workspaceReport(folder))} of work`);
    await then(folder, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A workspace as an editor asks about it first; another one has warmed the server up. */
async function workspaceReport(folder: string): Promise<number> {
  const editor = await Editor.start({ folders: [URI.file(folder).toString()] });
  try {
    const start = process.cpuUsage();
    await editor.connection.sendRequest(WorkspaceDiagnosticRequest.method, { previousResultIds: [] });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  } finally {
    await editor.dispose();
  }
}
