import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { suggestionsAt } from '../../core/lint/editing/complete';
import { hoverAt } from '../../core/lint/editing/hover';
import type { FileKind } from '../../core/lint/kinds';
import { contextOf, lint } from '../../core/lint/lint';
import { lookAt } from '../../server/lint/look';
import { diskFiles } from '../../server/lint/disk';
import { rubricFiles } from '../../server/lint/walk';
import { longGrader, longJudge, longSkill } from '../core/lint/long';
import type { Print } from './main';

const edits = 60;

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
  await manySkills(say);
  await beside(say, grader);
}

function askedOf(kind: FileKind, text: string, i: number): void {
  const context = contextOf({ kind, text });
  const offset = Math.floor((text.length * (i + 1)) / (edits + 2));
  suggestionsAt(context, offset);
  hoverAt(context, offset);
}

/** One letter typed at a place further down each time. */
function typed(text: string, letter = 'x'): string[] {
  return Array.from({ length: edits }, (_, i) => {
    const at = text.indexOf('\n', Math.floor((text.length * (i + 1)) / (edits + 2)));
    return `${text.slice(0, at)}${letter}${text.slice(at)}`;
  });
}

async function manySkills(say: Print): Promise<void> {
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
          .replace(/n(\d+)\.md/g, (_, n: string) => `n${Number(n) % 3}.md`),
      );
    }
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    const around = { workspace: folder, files: diskFiles() };
    let files = 0;
    for await (const file of rubricFiles(folder)) {
      lookAt(file, around);
      files++;
    }
    const { user, system } = process.cpuUsage(cpu);
    say(
      `${files} SKILL.md of a workspace: ${ms(performance.now() - start)}, ${ms((user + system) / 1000)} of work (budget 500 ms)`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface YamlService {
  configure(settings: object): void;
  doValidation(document: TextDocument, isKubernetes: boolean): Promise<unknown[]>;
}

/** The same edits through the services other editors use, installed for this once when they can be. */
async function beside(say: Print, grader: string): Promise<void> {
  const folder = path.join(tmpdir(), 'loop-bench-services');
  if (!existsSync(path.join(folder, 'node_modules/yaml-language-server'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
    try {
      execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', 'yaml-language-server@1'], {
        cwd: folder,
        stdio: 'ignore',
      });
    } catch {
      say('yaml-language-server: could not be installed, not compared');
      return;
    }
  }
  const entry = path.join(folder, 'node_modules/yaml-language-server/out/server/src/languageservice/yamlLanguageService.js');
  const library = (await import(pathToFileURL(entry).href)) as { getLanguageService: (options: object) => YamlService };
  const quiet = { log: () => undefined, error: () => undefined, warn: () => undefined, info: () => undefined };
  const service = library.getLanguageService({
    schemaRequestService: () => Promise.reject(new Error('no network')),
    workspaceContext: { resolveRelativePath: (relative: string) => relative },
    connection: { console: quiet, window: { showErrorMessage: quiet.log }, onRequest: quiet.log, sendNotification: quiet.log },
    yamlSettings: {},
    telemetry: { send: quiet.log, sendError: quiet.log, sendTrack: quiet.log },
  });
  service.configure({ validate: true, schemas: [], customTags: [] });
  const times: number[] = [];
  for (const [i, text] of typed(grader).entries()) {
    const document = TextDocument.create(`file:///w/x${i}.yaml`, 'yaml', i, text);
    const start = process.cpuUsage();
    await service.doValidation(document, false);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  const own = typed(grader).map((text) => timed(() => void lint({ kind: 'grader', text })));
  say(`the grader through yaml-language-server, syntax alone: p95 ${ms(p95(times))}; ours, all rules: ${ms(p95(own))}`);
}

/** Milliseconds of the processor's time: on a busy machine the clock says little. */
function timed(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
