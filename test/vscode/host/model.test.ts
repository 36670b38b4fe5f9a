import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../../support/editor/wait';
import { closeEditors, list, loop, withSample } from './window';

interface Asked {
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly tools: readonly vscode.LanguageModelChatTool[];
}

/** A model that answers with what it is told to, and remembers what it was asked. */
class Model implements vscode.LanguageModelChatProvider {
  readonly asked: Asked[] = [];
  answer: readonly vscode.LanguageModelResponsePart[] = [];
  room = 10_000;

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    const facts = { id: 'teacher-9', name: 'Teacher', family: 'teacher', version: '9', maxOutputTokens: 1000 };
    return [{ ...facts, maxInputTokens: this.room, capabilities: { toolCalling: true } }];
  }

  /** Answers so often, and after that only when it is stopped. */
  patience = Infinity;

  provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { tools = [] }: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    this.asked.push({ messages, tools });
    if (this.asked.length > this.patience) {
      return new Promise((_resolve, reject) => {
        token.onCancellationRequested(() => reject(new vscode.CancellationError()));
      });
    }
    for (const part of this.answer) progress.report(part);
    return Promise.resolve();
  }

  provideTokenCount(_model: unknown, text: string | vscode.LanguageModelChatRequestMessage): Promise<number> {
    return Promise.resolve(typeof text === 'string' ? text.length / 4 : 1);
  }
}

interface Candidate {
  readonly text: string;
  readonly model?: string;
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: string }[];
}

const candidates = async (trace: string) => ((await loop('show', trace)) as { candidates: Candidate[] }).candidates;

describe('asking a model for another answer', () => {
  const model = new Model();
  let registered: vscode.Disposable | undefined;
  let trace = '';

  before(async () => {
    await withSample();
    const [row] = await list('--source', 'support-agent', '--has', 'tool_calls', '--limit', '1');
    trace = row?.id ?? '';
    registered = vscode.lm.registerLanguageModelChatProvider('loop-tests', model);
    await until('the model', async () => (await vscode.lm.selectChatModels({ vendor: 'loop-tests' })).length > 0);
  });
  after(async () => {
    registered?.dispose();
    await closeEditors();
  });

  /** Chooses the only model there is, once it is offered. */
  const ask = async (...traces: string[]) => {
    const done = vscode.commands.executeCommand('loop.review.ask_model', traces);
    let over = false;
    void done.then(() => (over = true));
    await until('the list of models and the answer', async () => {
      if (!over) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    });
    await done;
  };

  it('keeps what it says as an answer of its own, and takes it back', async () => {
    model.answer = [new vscode.LanguageModelTextPart('Sixty '), new vscode.LanguageModelTextPart('days.')];
    await ask(trace);
    assert.deepEqual(
      (await candidates(trace)).map(({ text, model: by }) => ({ text, by })),
      [{ text: 'Sixty days.', by: 'teacher-9' }],
    );
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await candidates(trace), []);
  });

  it('gives it the whole conversation but the answer, with its tools, calls and results', async () => {
    model.answer = [new vscode.LanguageModelToolCallPart('c1', 'find_order', { order: 7 })];
    model.asked.length = 0;
    await ask(trace);
    const [{ messages, tools } = { messages: [], tools: [] }] = model.asked;
    const parts = messages.flatMap(({ content }) => [...content]);
    const shown = (await loop('show', trace)) as { answer: string; messages: { content: string }[]; tools?: { name: string }[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      (shown.tools ?? []).map(({ name }) => name),
    );
    const said = parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
    assert.ok(said.includes(shown.messages[0]?.content ?? ''));
    assert.ok(!said.includes(shown.answer));
    assert.ok(parts.some((part) => part instanceof vscode.LanguageModelToolCallPart));
    assert.ok(parts.some((part) => part instanceof vscode.LanguageModelToolResultPart));
    const [answer] = await candidates(trace);
    assert.deepEqual(
      answer?.tool_calls?.map(({ name, arguments: args }) => ({ name, args })),
      [{ name: 'find_order', args: '{"order":7}' }],
    );
    await vscode.commands.executeCommand('loop.review.undo');
  });

  it('asks for each of several, as one step of undo', async () => {
    const several = (await list('--source', 'support-agent', '--limit', '3')).map(({ id }) => id);
    model.answer = [new vscode.LanguageModelTextPart('Perhaps.')];
    await ask(...several);
    const added = async () => (await Promise.all(several.map(candidates))).map(({ length }) => length);
    assert.deepEqual(await added(), [1, 1, 1]);
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await added(), [0, 0, 0]);
  });

  it('is stopped half-way: what came stays, one step takes it back, and the rest is asked nothing', async () => {
    const several = (await list('--source', 'support-agent', '--limit', '3')).map(({ id }) => id);
    model.answer = [new vscode.LanguageModelTextPart('Perhaps.')];
    model.asked.length = 0;
    model.patience = 1;
    const added = async () => (await Promise.all(several.map(candidates))).map(({ length }) => length);
    const stopped = until('the second question', () => model.asked.length === 2).then(() =>
      vscode.commands.executeCommand('loop.review.stop'),
    );
    await Promise.all([ask(...several), stopped]);
    model.patience = Infinity;
    assert.deepEqual(await added(), [1, 0, 0]);
    assert.equal(model.asked.length, 2);
    await vscode.commands.executeCommand('loop.review.undo');
    assert.deepEqual(await added(), [0, 0, 0]);
  });

  it('records nothing when the model says nothing', async () => {
    model.answer = [new vscode.LanguageModelTextPart('  ')];
    await ask(trace);
    assert.deepEqual(await candidates(trace), []);
  });
});
