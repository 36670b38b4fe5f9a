import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import {
  type CompletionItem,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  type DocumentSymbol,
  FoldingRangeRequest,
  type Hover,
  HoverRequest,
  type Location,
  type Position,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  SemanticTokensRequest,
  WillRenameFilesRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import { Editor, modern } from './harness';

const grader = `version: 1
name: Billing replies
slices:
  es: { label: refunds }
rules:
  - id: first
    type: contains
    any: ["sorry"]
    slice: es
  - id: second
    type: regex
    pattern: 'a+'
    slice: es
examples:
  - answer: sorry
    expect: { first: pass, second: fail }
`;
const judge = `---
version: 1
name: Tone
dimensions:
  - key: tone
    description: Kind.
    scale: boolean
---

# How to score

## tone

Length is not quality.
`;
const recipe = 'version: 1\nname: Set\nmethod: grpo\ngraders: [billing.grader.yaml]\njudge: tone.judge.md\n';

describe('editing', () => {
  let folder: string;
  let editor: Editor;
  const uriOf = (name: string) => URI.file(path.join(folder, name)).toString();

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'loop-lsp-'));
    await Promise.all([
      writeFile(path.join(folder, 'billing.grader.yaml'), grader),
      writeFile(path.join(folder, 'tone.judge.md'), judge),
      writeFile(path.join(folder, 'set.dataset.yaml'), recipe),
    ]);
    editor = await Editor.start({ folders: [URI.file(folder).toString()] });
    await editor.open(uriOf('billing.grader.yaml'), grader);
    await editor.open(uriOf('tone.judge.md'), judge);
    await editor.open(uriOf('set.dataset.yaml'), recipe);
  });
  after(async () => {
    await editor.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** The place of a text in a document, and so many characters on. */
  const at = (text: string, what: string, on = 1): Position => {
    assert.ok(text.includes(what), what);
    return TextDocument.create('x:', '', 0, text).positionAt(text.indexOf(what) + on);
  };
  const ask = (name: string, position: Position) => ({ textDocument: { uri: uriOf(name) }, position });
  const textAt = (text: string, { range }: Pick<Location, 'range'>) => TextDocument.create('x:', '', 0, text).getText(range);

  it('completes with snippets, and without for editors that know none', async () => {
    const complete = async (one: Editor, uri: string, text: string) => {
      await one.open(uri, text);
      const position = TextDocument.create('x:', '', 0, text).positionAt(text.length);
      const list = await one.connection.sendRequest<{ items: CompletionItem[] }>(CompletionRequest.method, {
        textDocument: { uri },
        position,
      });
      return list.items.find(({ label }) => label === 'any');
    };
    const text = 'rules:\n  - type: contains\n    an';
    const item = await complete(editor, 'untitled:new.grader.yaml', text);
    assert.deepEqual(item?.textEdit, {
      range: { start: { line: 2, character: 4 }, end: { line: 2, character: 6 } },
      newText: 'any: ["$1"]',
    });
    assert.equal(item.insertTextFormat, 2);
    const simple = await Editor.start({ capabilities: { ...modern, textDocument: {} } });
    const plain = await complete(simple, 'untitled:new.grader.yaml', text);
    assert.equal(plain?.textEdit?.newText, 'any: [""]');
    await simple.dispose();
  });

  it('hovers', async () => {
    const hover = await editor.connection.sendRequest<Hover>(
      HoverRequest.method,
      ask('billing.grader.yaml', at(grader, 'pattern')),
    );
    assert.match(JSON.stringify(hover.contents), /RE2 syntax/);
    assert.equal(hover.range && textAt(grader, { range: hover.range }), 'pattern');
  });

  it('knows where names are given and used', async () => {
    const definition = await editor.connection.sendRequest<Location>(
      DefinitionRequest.method,
      ask('billing.grader.yaml', at(grader, 'second: fail')),
    );
    assert.equal(definition.range.start.line, 9);
    const references = await editor.connection.sendRequest<Location[]>(ReferencesRequest.method, {
      ...ask('billing.grader.yaml', at(grader, 'es: {')),
      context: { includeDeclaration: true },
    });
    assert.deepEqual(
      references.map((place) => [place.range.start.line, textAt(grader, place)]),
      [
        [3, 'es'],
        [8, 'es'],
        [12, 'es'],
      ],
    );
    const heading = await editor.connection.sendRequest<Location>(
      DefinitionRequest.method,
      ask('tone.judge.md', at(judge, '## tone', 4)),
    );
    assert.equal(heading.range.start.line, 4);
    const highlights = await editor.connection.sendRequest<unknown[]>(
      DocumentHighlightRequest.method,
      ask('tone.judge.md', at(judge, 'key: tone', 6)),
    );
    assert.equal(highlights.length, 2);
  });

  it('goes from a recipe to its files, and from a file to the recipes that name it', async () => {
    const file = await editor.connection.sendRequest<Location>(
      DefinitionRequest.method,
      ask('set.dataset.yaml', at(recipe, 'tone.judge')),
    );
    assert.equal(file.uri, uriOf('tone.judge.md'));
    const links = await editor.connection.sendRequest<{ target: string }[]>(DocumentLinkRequest.method, {
      textDocument: { uri: uriOf('set.dataset.yaml') },
    });
    assert.deepEqual(
      links.map(({ target }) => target),
      [uriOf('billing.grader.yaml'), uriOf('tone.judge.md')],
    );
    const users = await editor.connection.sendRequest<Location[]>(ReferencesRequest.method, {
      ...ask('billing.grader.yaml', { line: 1, character: 1 }),
      context: { includeDeclaration: false },
    });
    assert.deepEqual(
      users.map((place) => [place.uri, textAt(recipe, place)]),
      [[uriOf('set.dataset.yaml'), 'billing.grader.yaml']],
    );
  });

  it('renames in every place, and refuses names that would not stand', async () => {
    const place = ask('billing.grader.yaml', at(grader, 'first'));
    const prepared = await editor.connection.sendRequest<{ placeholder: string }>(PrepareRenameRequest.method, place);
    assert.equal(prepared.placeholder, 'first');
    const edit = await editor.connection.sendRequest<{ documentChanges: { edits: { range: Location['range'] }[] }[] }>(
      RenameRequest.method,
      { ...place, newName: 'says-sorry' },
    );
    assert.deepEqual(
      edit.documentChanges[0]?.edits.map((one) => one.range.start.line),
      [5, 15],
    );
    await assert.rejects(editor.connection.sendRequest(RenameRequest.method, { ...place, newName: 'second' }), /already/);
    await assert.rejects(editor.connection.sendRequest(RenameRequest.method, { ...place, newName: 'Says Sorry' }), /a–z/);
    const nothing = await editor.connection.sendRequest(
      PrepareRenameRequest.method,
      ask('billing.grader.yaml', at(grader, 'type')),
    );
    assert.equal(nothing, null);
  });

  it('follows a file that is renamed', async () => {
    const edit = await editor.connection.sendRequest<{ changes: Record<string, { newText: string }[]> }>(
      WillRenameFilesRequest.method,
      { files: [{ oldUri: uriOf('tone.judge.md'), newUri: uriOf('judges/kind.judge.md') }] },
    );
    assert.deepEqual(
      edit.changes[uriOf('set.dataset.yaml')]?.map(({ newText }) => newText),
      ['judges/kind.judge.md'],
    );
  });

  it('outlines documents and finds names in the workspace', async () => {
    const outline = await editor.connection.sendRequest<DocumentSymbol[]>(DocumentSymbolRequest.method, {
      textDocument: { uri: uriOf('billing.grader.yaml') },
    });
    const rules = outline.find(({ name }) => name === 'rules');
    assert.deepEqual(
      rules?.children?.map(({ name, detail }) => `${name} ${detail ?? ''}`),
      ['first contains', 'second regex'],
    );
    const sections = await editor.connection.sendRequest<DocumentSymbol[]>(DocumentSymbolRequest.method, {
      textDocument: { uri: uriOf('tone.judge.md') },
    });
    assert.deepEqual(
      sections.at(-1)?.children?.map(({ name }) => name),
      ['tone'],
    );
    const found = await editor.connection.sendRequest<{ name: string }[]>(WorkspaceSymbolRequest.method, { query: 'scnd' });
    assert.deepEqual(
      found.map(({ name }) => name),
      ['second'],
    );
    const files = await editor.connection.sendRequest<{ name: string }[]>(WorkspaceSymbolRequest.method, {
      query: 'billing rep',
    });
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Billing replies'],
    );
  });

  it('folds rules, front matter and sections, and widens selections along them', async () => {
    const folds = await editor.connection.sendRequest<{ startLine: number; endLine: number }[]>(FoldingRangeRequest.method, {
      textDocument: { uri: uriOf('billing.grader.yaml') },
    });
    assert.deepEqual(
      folds.map(({ startLine, endLine }) => `${startLine}-${endLine}`),
      ['2-3', '4-12', '13-15', '5-8', '9-12', '14-15'],
    );
    const [selection] = await editor.connection.sendRequest<{ range: Location['range']; parent?: object }[]>(
      SelectionRangeRequest.method,
      { textDocument: { uri: uriOf('billing.grader.yaml') }, positions: [at(grader, 'sorry')] },
    );
    const widened: string[] = [];
    for (let step: typeof selection = selection; step; step = step.parent as typeof selection) widened.push(textAt(grader, step));
    assert.deepEqual(widened.slice(0, 4), ['sorry', '"sorry"', '["sorry"]', 'any: ["sorry"]']);
    assert.equal(widened.at(-1), grader);
  });

  it('formats and colours', async () => {
    await editor.open('untitled:odd.grader.yaml', 'version: 1\nname:   x # kept\nrules: []\n');
    const edits = await editor.connection.sendRequest<{ newText: string }[]>(DocumentFormattingRequest.method, {
      textDocument: { uri: 'untitled:odd.grader.yaml' },
      options: { tabSize: 2, insertSpaces: true },
    });
    assert.deepEqual(
      edits.map(({ newText }) => newText),
      ['name: x # kept'],
    );
    const { data } = await editor.connection.sendRequest<{ data: number[] }>(SemanticTokensRequest.method, {
      textDocument: { uri: uriOf('billing.grader.yaml') },
    });
    assert.equal(data.length / 5, 10);
  });

  it('leaves other documents alone', async () => {
    await editor.open(uriOf('notes.md'), '---\nname: x\n---\n');
    for (const { method } of [CompletionRequest, HoverRequest, DocumentSymbolRequest, FoldingRangeRequest, DefinitionRequest]) {
      const answer = await editor.connection.sendRequest(method, ask('notes.md', { line: 1, character: 1 }));
      assert.equal(answer, null, method);
    }
  });
});
