import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  FileChangeType,
} from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { codesOf, Editor, modern } from './harness';

const skill = (name = 'sample') =>
  `---\nname: ${name}\ndescription: Sorts the mail of a day. Use when the user asks for it.\n---\n# Steps\n\nSort it.\n`;
const broken = skill().replace('Sorts', 'Sorts: and');
const uriOf = (...parts: string[]) => URI.file(path.join(...parts)).toString();
const at = (line: number, from: number, to = from) => ({ start: { line, character: from }, end: { line, character: to } });

/** What the tests look at of a workspace report. */
interface Report {
  readonly items: readonly { uri: string; kind: string; resultId: string; items?: { code: string }[] }[];
}

describe('diagnostics', () => {
  let folder: string;
  let editor: Editor;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loop-lsp-'));
  });
  afterEach(async () => {
    await editor.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (options: Parameters<typeof Editor.start>[0] = {}) => {
    editor = await Editor.start({ folders: [URI.file(folder).toString()], ...options });
    return editor;
  };

  describe('asked for', () => {
    it('are offered for documents and the workspace', async () => {
      const { capabilities } = await start();
      assert.deepEqual(capabilities.diagnosticProvider, {
        identifier: 'loop',
        interFileDependencies: true,
        workspaceDiagnostics: true,
      });
    });

    it('depend on the name of a document, never on its language', async () => {
      await start();
      for (const language of ['skill', 'markdown', 'plaintext']) {
        const uri = uriOf(folder, language, 'SKILL.md');
        await editor.open(uri, broken.replace('name: sample', `name: ${language}`), language);
        assert.deepEqual(codesOf(await editor.diagnose(uri)), ['FM007'], language);
      }
      const other = uriOf(folder, 'README.md');
      await editor.open(other, broken, 'skill');
      assert.deepEqual(await editor.diagnose(other), []);
    });

    it('say where, how bad and from whom', async () => {
      await start();
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      assert.deepEqual(await editor.diagnose(uri), [
        {
          code: 'FM007',
          message: '`description` contains `: `. Quote the value; most readers refuse the file.',
          range: at(2, 18, 20),
          severity: 1,
          source: 'loop',
        },
      ]);
    });

    it('follow what is typed, half a line at a time', async () => {
      await start();
      const uri = uriOf(folder, 'x.grader.yaml');
      await editor.open(uri, 'version: 1\nname: x\nrules:\n');
      assert.deepEqual(codesOf(await editor.diagnose(uri)), ['GRD002']);
      await editor.type(uri, at(3, 0), '  - id: a\n    type: cont');
      assert.deepEqual(codesOf(await editor.diagnose(uri)), ['GRD005']);
      await editor.type(uri, at(4, 14), 'ains\n    any: [sorry]\n');
      assert.deepEqual(await editor.diagnose(uri), []);
    });

    it('are not worked out again while nothing changed', async () => {
      await start();
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      const first = await editor.pull(uri);
      assert.equal(first.kind, 'full');
      assert.deepEqual(await editor.pull(uri, first.resultId), { kind: 'unchanged', resultId: first.resultId });
      await editor.type(uri, at(6, 0), 'Then ');
      assert.equal((await editor.pull(uri, first.resultId)).kind, 'full');
    });

    it('are given for documents that were never saved, but for what depends on a place', async () => {
      await start();
      const uri = 'untitled:SKILL.md';
      await editor.open(uri, skill('elsewhere'));
      assert.deepEqual(await editor.diagnose(uri), []);
      await editor.open('untitled:new.judge.md', 'Score it.\n');
      assert.deepEqual(codesOf(await editor.diagnose('untitled:new.judge.md')), ['FM001']);
    });

    it('are cut off where a file has too many of a kind, and say how many more there are', async () => {
      await start();
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      const links = Array.from({ length: 20_000 }, (_, n) => `[n](gone-${n}.md)`).join(' ');
      await editor.open(uri, skill() + links);
      const found = await editor.diagnose(uri);
      assert.equal(found.filter(({ code }) => code === 'SKL304').length, 101);
      assert.equal(found.at(-1)?.message, '19900 more of this kind from here on.');
    });

    it('are none for a document that was closed', async () => {
      await start();
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      await editor.close(uri);
      assert.deepEqual(await editor.diagnose(uri), []);
    });

    it('know of the bytes an editor hides', async () => {
      await start();
      await mkdir(path.join(folder, 'sample'));
      await writeFile(path.join(folder, 'sample', 'SKILL.md'), `\uFEFF${skill()}`);
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, skill());
      assert.deepEqual(codesOf(await editor.diagnose(uri)), ['FM003']);
    });

    it('follow the folder when it is renamed', async () => {
      await start();
      await mkdir(path.join(folder, 'sample'));
      const before = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(before, skill());
      assert.deepEqual(await editor.diagnose(before), []);
      await rename(path.join(folder, 'sample'), path.join(folder, 'other'));
      const after = uriOf(folder, 'other', 'SKILL.md');
      await editor.close(before);
      await editor.open(after, skill());
      assert.deepEqual(codesOf(await editor.diagnose(after)), ['SKL106']);
    });

    it('of an expert follow what is committed, in a worktree too', async () => {
      const git = (where: string, ...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: where });
      const text = (status: string) =>
        skill('sample').replace('---\n#', `type: expert\nmodel: m\ntrigger: sort mail\nstatus: ${status}\n---\n#`);
      git(folder, 'init', '-q');
      await mkdir(path.join(folder, 'sample'));
      await writeFile(path.join(folder, 'sample', 'SKILL.md'), text('draft'));
      git(folder, 'add', '.');
      git(folder, 'commit', '-q', '-m', 'A draft');
      const tree = path.join(folder, 'tree');
      git(folder, 'worktree', 'add', '-q', tree);
      await start();
      for (const place of [folder, tree]) {
        const uri = uriOf(place, 'sample', 'SKILL.md');
        await editor.open(uri, text('training'));
        const { kind, resultId } = await editor.pull(uri);
        assert.equal(kind, 'full');
        assert.deepEqual(codesOf(await editor.diagnose(uri)), ['SKL212']);
        await writeFile(path.join(place, 'sample', 'SKILL.md'), text('collecting'));
        git(place, 'commit', '-q', '-a', '-m', 'Collect');
        assert.equal((await editor.pull(uri, resultId)).kind, 'full');
        assert.deepEqual(await editor.diagnose(uri), []);
      }
    });

    it('of a recipe depend on the grader being typed', async () => {
      await start();
      const grader = uriOf(folder, 'x.grader.yaml');
      const text = 'version: 1\nname: x\nrules:\n  - id: a\n    type: contains\n    any: [sorry]\n';
      await writeFile(path.join(folder, 'x.grader.yaml'), text);
      const recipe = uriOf(folder, 'x.dataset.yaml');
      await editor.open(recipe, 'version: 1\nname: x\nmethod: grpo\ngraders: [x.grader.yaml]\n');
      await editor.open(grader, text);
      assert.deepEqual(await editor.diagnose(recipe), []);
      await editor.type(grader, at(4, 10, 18), 'contain');
      assert.deepEqual(codesOf(await editor.diagnose(recipe)), ['DST008']);
    });
  });

  describe('settings', () => {
    it('switch rules off and change how they weigh', async () => {
      await start();
      editor.settings = { rules: { FM007: 'warning', SKL127: 'off' } };
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      const [diagnostic] = await editor.diagnose(uri);
      assert.deepEqual([diagnostic?.code, diagnostic?.severity], ['FM007', 2]);
    });

    it('choose the clients, and are asked for again when they change', async () => {
      await start();
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, skill().replace('---\n#', 'effort: high\n---\n#'));
      assert.deepEqual(codesOf(await editor.diagnose(uri)), ['SKL159']);
      editor.settings = { skills: { targets: ['claude'] } };
      await editor.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
      assert.deepEqual(await editor.diagnose(uri), []);
      await editor.until(() => editor.refreshes > 0);
    });

    it('that make no sense count as not set', async () => {
      await start();
      editor.settings = { skills: { targets: ['nobody'] }, rules: 'all' };
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      assert.deepEqual(codesOf(await editor.diagnose(uri)), ['FM007']);
    });

    it('are watched for', async () => {
      await start();
      await editor.diagnose(uriOf(folder, 'x.md'));
      assert.deepEqual(editor.registered.sort(), ['workspace/didChangeConfiguration', 'workspace/didChangeWatchedFiles']);
    });
  });

  describe('of the workspace', () => {
    const ask = (previousResultIds: { uri: string; value: string }[]) =>
      editor.connection.sendRequest<Report>('workspace/diagnostic', { previousResultIds });
    const changed = async (name: string) =>
      editor.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
        changes: [{ uri: uriOf(folder, name), type: FileChangeType.Changed }],
      });

    it('cover the files that are not open, wherever agents keep them', async () => {
      for (const place of ['skills/a', '.claude/skills/b', '.hidden/skills/c', 'node_modules/d', '.loop/e']) {
        await mkdir(path.join(folder, place), { recursive: true });
        await writeFile(path.join(folder, place, 'SKILL.md'), broken);
      }
      await start();
      const { items } = await ask([]);
      assert.deepEqual(
        items.map(({ uri }) => uri.slice(URI.file(folder).toString().length)),
        ['/.claude/skills/b/SKILL.md', '/skills/a/SKILL.md'],
      );
      assert.deepEqual(
        items[0]?.items?.map(({ code }) => code),
        ['SKL106', 'FM007'],
      );
    });

    it('are answered again only when something changed, and then with what is gone', async () => {
      await writeFile(path.join(folder, 'x.judge.md'), 'Score it.\n');
      await writeFile(path.join(folder, 'y.judge.md'), 'Score it.\n');
      await start();
      const { items } = await ask([]);
      const known = items.map(({ uri, resultId }) => ({ uri, value: resultId }));
      let answered = false;
      const second = ask(known).finally(() => (answered = true));
      await editor.diagnose(uriOf(folder, 'z.judge.md'));
      assert.equal(answered, false);
      await rm(path.join(folder, 'y.judge.md'));
      await changed('y.judge.md');
      const report = await second;
      assert.deepEqual(
        report.items.map(({ uri, items: found }) => [path.basename(uri), found?.map(({ code }) => code)]),
        [
          ['x.judge.md', ['FM001']],
          ['y.judge.md', []],
        ],
      );
    });

    it('leave open documents to be asked for one by one', async () => {
      await writeFile(path.join(folder, 'x.judge.md'), 'Score it.\n');
      await start();
      await editor.open(uriOf(folder, 'x.judge.md'), 'Score it.\n');
      assert.deepEqual((await ask([])).items, []);
    });
  });

  describe('told', () => {
    const plain = { ...modern, textDocument: {} };

    it('to clients that cannot ask, after a pause, and taken back on closing', async () => {
      await start({ capabilities: plain });
      assert.equal(editor.capabilities.diagnosticProvider, undefined);
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, skill());
      await editor.type(uri, at(2, 18, 18), ':');
      const { diagnostics, version } = await editor.told(uri);
      assert.deepEqual([codesOf(diagnostics), version], [['FM007'], 2]);
      await editor.close(uri);
      assert.deepEqual((await editor.told(uri)).diagnostics, []);
    });

    it('anew when settings change', async () => {
      await start({ capabilities: plain });
      const uri = uriOf(folder, 'sample', 'SKILL.md');
      await editor.open(uri, broken);
      assert.deepEqual(codesOf((await editor.told(uri)).diagnostics), ['FM007']);
      editor.settings = { rules: { FM007: 'off' } };
      await editor.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
      assert.deepEqual((await editor.told(uri)).diagnostics, []);
    });
  });
});
