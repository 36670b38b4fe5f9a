import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  type CodeLens,
  CodeLensRequest,
  type Diagnostic,
  HoverRequest,
  type InlayHint,
  InlayHintRequest,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { openEngine } from '../../../server/engine/open';
import { chat, importRows, makeWorkspace, type Workspace } from '../engine/workspace';
import { codesOf, Editor } from './harness';

const call = (id: string, tool: string, args: object) => ({
  messages: [
    { role: 'user', content: `Where is ${id}?` },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: 'c', content: '{}' },
    { role: 'assistant', content: 'On its way.' },
  ],
});

/** The words of a diagnostic. */
const said = ({ message }: Diagnostic) => (typeof message === 'string' ? message : message.value);

describe('what the store knows', () => {
  let workspace: Workspace;
  let editor: Editor;
  let ids: string[];

  beforeEach(async () => {
    workspace = await makeWorkspace();
    ids = await importRows(workspace, [
      chat('1', 'One?', 'Yes.'),
      chat('2', 'Two?', 'No.'),
      chat('3', 'Three?', '', call('3', 'lookup_order', { order_id: 'A-1' })),
    ]);
    await workspace.call('label.add', { traces: ids.slice(0, 2), labels: ['billing'] });
    await workspace.engine.close();
    editor = await Editor.start({ folders: [URI.file(workspace.folder).toString()], engine: (options) => openEngine(options) });
  });
  afterEach(async () => {
    await editor.dispose();
    await workspace.dispose();
  });

  const uriOf = (name: string) => URI.file(`${workspace.folder}/${name}`).toString();
  const lenses = async (uri: string) =>
    (await editor.connection.sendRequest<CodeLens[]>(CodeLensRequest.method, { textDocument: { uri } })).map(
      ({ command }) => command?.title,
    );
  const hints = async (uri: string) => {
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const found = await editor.connection.sendRequest<InlayHint[]>(InlayHintRequest.method, { textDocument: { uri }, range });
    return found.map(
      ({ label, position }) => `${position.line} ${typeof label === 'string' ? label : label.map(({ value }) => value).join('')}`,
    );
  };
  /** Asks until the server, told by the store, answers so. Each refresh of the client is a reason to ask again. */
  const until = async <T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> => {
    for (;;) {
      const seen = editor.refreshes;
      const answer = await ask();
      if (holds(answer)) return answer;
      await editor.until(() => editor.refreshes > seen);
    }
  };

  it('says nothing before a store is open, and never because it is empty', async () => {
    const uri = uriOf('x.grader.yaml');
    await editor.open(uri, 'version: 1\nname: x\nrules:\n  - id: a\n    type: tool_call\n    tool: no_such_tool\n');
    assert.deepEqual(await editor.diagnose(uri), []);
    assert.deepEqual(await lenses(uri), []);
  });

  it('finds tools, arguments and labels that no conversation has, and offers near ones', async () => {
    const uri = uriOf('x.grader.yaml');
    await editor.open(
      uri,
      'version: 1\nname: x\nrules:\n  - id: a\n    type: tool_call\n    tool: lookup_oder\n    slice: { label: biling }\n  - id: b\n    type: tool_call\n    tool: lookup_order\n    args: { oder_id: { present: true } }\n',
    );
    await editor.openStore(workspace.store);
    const found = await until(
      () => editor.diagnose(uri),
      (diagnostics) => diagnostics.length >= 3,
    );
    assert.deepEqual(codesOf(found), ['GRD071', 'GRD084', 'GRD075']);
    assert.deepEqual(
      found.map((diagnostic) => /Did you mean.*`(\w+)`/.exec(said(diagnostic))?.[1]),
      ['lookup_order', 'billing', 'order_id'],
    );
  });

  it('counts slices beside them, and above a file what it selects', async () => {
    const grader = uriOf('x.grader.yaml');
    const judge = uriOf('x.judge.md');
    await editor.open(
      grader,
      'version: 1\nname: x\nslices:\n  b: { label: billing }\nrules:\n  - id: a\n    slice: b\n    weight: 3\n  - id: c\n',
    );
    await editor.open(judge, '---\nselection:\n  label: billing\n  sample: 1\n---\n');
    await editor.openStore(workspace.store);
    assert.deepEqual(
      await until(
        () => hints(grader),
        (found) => found.length > 1,
      ),
      ['3 ≈ 2', '7 75 %'],
    );
    assert.deepEqual(
      await until(
        () => hints(judge),
        (found) => found.length > 0,
      ),
      ['1 ≈ 1 of 2'],
    );
    assert.deepEqual(await lenses(judge), ['1 of 2 traces']);
    assert.deepEqual(await lenses(grader), ['Run', 'Try on Current Trace', '2 traces']);
    const hover = await editor.connection.sendRequest(HoverRequest.method, {
      textDocument: { uri: grader },
      position: { line: 3, character: 16 },
    });
    assert.match(JSON.stringify(hover), /Label `billing`: 2 traces/);
  });

  it('says what a recipe would give, and follows verdicts', async () => {
    const uri = uriOf('x.dataset.yaml');
    await editor.open(uri, 'version: 1\nname: x\nmethod: sft\nslice: { label: billing }\nholdout_percent: 20\n');
    await editor.openStore(workspace.store);
    const nothing = await until(
      () => editor.diagnose(uri),
      (found) => codesOf(found).includes('DST010'),
    );
    assert.match(nothing.map(said).join(' '), /None of the 2 conversations/);
    assert.deepEqual(
      nothing[0]?.relatedInformation?.map(({ message }) => message),
      ['2 of 2 left out: no_verdict'],
    );
    await editor.call('feedback.up', { trace: ids[0] ?? '' });
    const few = await until(
      () => editor.diagnose(uri),
      (found) => found.some((diagnostic) => said(diagnostic).includes('too_few_rows')),
    );
    assert.ok(!codesOf(few).includes('DST005'));
    assert.deepEqual(
      await until(
        () => hints(uri),
        (found) => found.length > 1,
      ),
      ['3 ≈ 2', '4 → 1 train, 0 holdout'],
    );
  });

  it('finds conversations that one recipe holds out and another trains on', async () => {
    const uri = uriOf('x.dataset.yaml');
    await editor.openStore(workspace.store);
    for (const trace of ids) await editor.call('feedback.up', { trace });
    await editor.call('dataset.build', { name: 'All', method: 'sft' });
    await editor.call('dataset.build', { name: 'x', method: 'sft', holdout_percent: 50 });
    await writeFile(path.join(workspace.folder, 'all.dataset.yaml'), 'version: 1\nname: All\nmethod: sft\n');
    await editor.open(uri, 'version: 1\nname: x\nmethod: sft\nholdout_percent: 50\n');
    const found = await until(
      () => editor.diagnose(uri),
      (all) => codesOf(all).includes('DST012'),
    );
    assert.match(found.map(said).join(' '), /holdout trains? in `All` \(version 1\)/);
    const [leak] = found.filter(({ code }) => code === 'DST012');
    assert.deepEqual(
      leak?.relatedInformation?.map(({ message, location }) => [message, location.uri]),
      [['The other recipe', uriOf('all.dataset.yaml')]],
    );
  });

  it('compares a grader with what people said, anew with every edit', async () => {
    const uri = uriOf('x.grader.yaml');
    const text = "version: 1\nname: x\nrules:\n  - id: says-yes\n    type: contains\n    any: ['yes']\n";
    await editor.open(uri, text);
    await editor.openStore(workspace.store);
    await editor.call('feedback.up', { trace: ids[0] ?? '' });
    await editor.call('feedback.down', { trace: ids[1] ?? '' });
    const title = 'agrees with people on 100 % of 2 answers (34–100 %), kappa 1.00';
    // The store is read a moment after it was opened, and no client asks for lenses until it is told to.
    await until(
      () => hints(uri),
      (found) => found.length > 0,
    );
    assert.deepEqual(await lenses(uri), [title, 'Run', 'Try on Current Trace']);
    assert.deepEqual(await hints(uri), ['3 passes 1 of 1 right, 0 of 1 wrong']);
    await editor.type(uri, { start: { line: 5, character: 11 }, end: { line: 5, character: 14 } }, 'no');
    assert.match((await lenses(uri))[0] ?? '', /^agrees with people on 0 % of 2 answers \(0–66 %\), kappa -1\.00$/);
    assert.deepEqual(await hints(uri), ['3 passes 0 of 1 right, 1 of 1 wrong']);
    // A verdict elsewhere changes nothing else that files rest on: the client is told to ask again all the same.
    const seen = editor.refreshes;
    await editor.call('feedback.down', { trace: ids[2] ?? '' });
    await editor.until(() => editor.refreshes > seen);
    assert.deepEqual(await hints(uri), ['3 passes 0 of 1 right, 1 of 2 wrong']);
  });
});
