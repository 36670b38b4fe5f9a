import {
  CancellationTokenSource,
  l10n,
  type LanguageModelChat,
  LanguageModelError,
  lm,
  type Memento,
  type QuickPickItem,
  window,
} from 'vscode';
import { Problem } from '../../../core/lib/problem';
import type { Busy } from '../../busy';
import type { Host } from '../../host';
import { number, traces as countTraces } from '../../words';
import { answerOf, NoAnswer } from './conversation';

const lastModel = 'loop.model';

/**
 * Lets a language model of this editor answer the traces' questions once more and keeps what it says as other answers.
 * Nothing is sent before a model was chosen from a list that says what goes where.
 */
export async function askModel(host: Host, busy: Busy, traces: readonly string[]): Promise<void> {
  const models = await lm.selectChatModels();
  if (models.length === 0) {
    return void window.showInformationMessage(
      l10n.t('This editor offers no language model. Install an extension that brings one, or add answers by hand or by import.'),
    );
  }
  const model = await pickModel(models, host.context.globalState, traces.length);
  if (!model) return;
  const failures: string[] = [];
  let added = 0;
  await host.acts.together((engine) =>
    busy.run(l10n.t('Asking {0}', model.name), async ({ cancel, report }) => {
      const stop = new CancellationTokenSource();
      cancel.addEventListener('abort', () => stop.cancel());
      const isStopped = () => cancel.aborted;
      for (const [done, trace] of traces.entries()) {
        report({ done, total: traces.length, unit: 'traces' });
        if (isStopped()) return;
        try {
          const answer = await answerOf(model, await engine.call('trace.show', { trace }), stop.token);
          await engine.call('candidate.add', { trace, answer, model: model.id });
          added++;
        } catch (error) {
          if (isStopped()) return;
          failures.push(whyNot(error, model));
        }
      }
    }),
  );
  tell(model, added, failures);
}

interface ModelItem extends QuickPickItem {
  readonly model: LanguageModelChat;
}

/** The list says what choosing does. The model used last comes first. */
async function pickModel(
  models: readonly LanguageModelChat[],
  memory: Memento,
  traces: number,
): Promise<LanguageModelChat | undefined> {
  const last = memory.get<string>(lastModel);
  const items = models.map((model): ModelItem => ({
    model,
    label: model.name,
    description: model.vendor,
    detail: l10n.t('{0}, up to {1} tokens', model.id, number(model.maxInputTokens)),
  }));
  items.sort((a, b) => Number(b.model.id === last) - Number(a.model.id === last));
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Ask a Model for Another Answer'),
    placeHolder: l10n.t('{0} will be sent to the model you choose, masked as recorded here', countTraces(traces)),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked) await memory.update(lastModel, picked.model.id);
  return picked?.model;
}

function whyNot(error: unknown, model: LanguageModelChat): string {
  if (error instanceof NoAnswer) {
    return error.why === 'empty'
      ? l10n.t('The model answered nothing.')
      : l10n.t('The conversation has {0} tokens; the model takes {1}.', number(error.tokens), number(model.maxInputTokens));
  }
  // What the model's extension says of itself; the conversation is not in it.
  if (error instanceof LanguageModelError || error instanceof Problem) return error.message;
  return error instanceof Error ? error.message : String(error);
}

function tell(model: LanguageModelChat, added: number, failures: readonly string[]): void {
  const [first] = failures;
  const words =
    added === 1 ? l10n.t('1 answer added from {0}', model.name) : l10n.t('{0} answers added from {1}', number(added), model.name);
  if (first === undefined) return void window.setStatusBarMessage(words, 5000);
  void window.showWarningMessage(
    added === 0
      ? l10n.t('No answer from {0}: {1}', model.name, first)
      : l10n.t('{0}; {1} without: {2}', words, number(failures.length), first),
  );
}
