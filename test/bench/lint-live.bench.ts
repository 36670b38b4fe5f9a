import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { CodeLensRequest, type CodeLens, HoverRequest } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { Editor } from '../server/lsp/harness';
import { generateRows } from '../support/generate';
import type { Print } from './main';
import { edits, ms, p95 } from './typing';

const judged = 2000;
const imported = 20_000;

const rules = `version: 1
name: Bench
rules:
  - id: polite
    type: contains
    any: [please, thank]
  - id: words
    type: regex
    pattern: 'order|invoice|refund'
    flags: i
  - id: amount
    type: number
    min: 0
    pick: any
`;

/** The language server as an editor meets it: a long file, a store with judged answers, an import beside it. */
export async function benchLive(say: Print, grader: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loop-live-'));
  const editor = await Editor.start({ folders: [URI.file(folder).toString()] });
  try {
    await roundTrips(say, editor, folder, grader);
    await editor.openStore(path.join(folder, '.loop'));
    await evidence(say, editor, folder);
    await hoversDuringImport(say, editor, folder);
  } finally {
    await editor.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Typing, sending, looking, answering, reading the answer: both sides of the wire in one process. */
async function roundTrips(say: Print, editor: Editor, folder: string, grader: string): Promise<void> {
  const uri = URI.file(path.join(folder, 'long.grader.yaml')).toString();
  await editor.open(uri, grader);
  const lines = grader.split('\n').length;
  const round = async (i: number, letter: string) => {
    const line = Math.floor((lines * (i + 1)) / (edits + 2));
    await editor.type(uri, { start: { line, character: 12 }, end: { line, character: 12 } }, letter);
    const start = process.cpuUsage();
    await editor.diagnose(uri);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  for (let i = 0; i < edits; i++) await round(i, 'y');
  const times: number[] = [];
  for (let i = 0; i < edits; i++) times.push(await round(i, 'x'));
  say(`the same through the language server, client and wire included: p95 ${ms(p95(times))} of work`);
}

async function evidence(say: Print, editor: Editor, folder: string): Promise<void> {
  const rows = [...generateRows(judged, { seed: 2 })];
  const ids: string[] = [];
  // An import names the first conversations only.
  for (let at = 0; at < rows.length; at += 500) {
    const log = path.join(folder, `judged-${at}.jsonl`);
    writeFileSync(log, rows.slice(at, at + 500).join('\n'));
    ids.push(...(await editor.call('import.run', { paths: [log], source: 'judged' })).trace_ids);
  }
  for (let at = 0; at < ids.length; at += 100) {
    await Promise.all(
      ids.slice(at, at + 100).map((trace, i) => editor.call(i % 3 === 0 ? 'feedback.down' : 'feedback.up', { trace })),
    );
  }
  const uri = URI.file(path.join(folder, 'live.grader.yaml')).toString();
  writeFileSync(path.join(folder, 'live.grader.yaml'), rules);
  await editor.open(uri, rules);
  const lens = async () => {
    const lenses = await editor.connection.sendRequest<CodeLens[]>(CodeLensRequest.method, { textDocument: { uri } });
    return lenses[0]?.command?.title ?? '';
  };
  await until(async () => Number(/of (\d+) answers/.exec(await lens())?.[1] ?? 0) > judged * 0.9);
  const times: number[] = [];
  for (let i = 0; i < 30; i++) {
    await editor.type(uri, { start: { line: 5, character: 10 }, end: { line: 5, character: 10 } }, 'x');
    const start = performance.now();
    const title = await lens();
    times.push(performance.now() - start);
    if (!/agrees with people on \d+ %/.test(title)) throw new Error(`no agreement: ${title}`);
  }
  say(`edit → agreement with people on ${judged} judged answers: p95 ${ms(p95(times))} by the clock (budget 200 ms)`);
}

async function hoversDuringImport(say: Print, editor: Editor, folder: string): Promise<void> {
  const log = path.join(folder, 'many.jsonl');
  writeFileSync(log, [...generateRows(imported, { seed: 3 })].join('\n'));
  const uri = URI.file(path.join(folder, 'live.grader.yaml')).toString();
  let running = true;
  const importing = editor.call('import.run', { paths: [log], source: 'many' }).finally(() => (running = false));
  const times: number[] = [];
  // What the process did meanwhile, all its threads together: on a busy machine a hover may just not get its turn.
  let longest = { took: 0, worked: 0 };
  while (running) {
    const start = performance.now();
    const cpu = process.cpuUsage();
    await editor.connection.sendRequest(HoverRequest.method, { textDocument: { uri }, position: { line: 4, character: 6 } });
    const took = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    if (took > longest.took) longest = { took, worked: (user + system) / 1000 };
    times.push(took);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await importing;
  say(
    `hover while ${imported} conversations are imported (${times.length} hovers): p95 ${ms(p95(times))}, longest ${ms(longest.took)} by the clock (budget 50 ms), in which all threads worked ${ms(longest.worked)}`,
  );
}

/** What the store knows reaches the server a moment after it was opened. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const patience = performance.now() + 15_000;
  while (!(await holds())) {
    if (performance.now() > patience) throw new Error('The language server never saw the store.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
