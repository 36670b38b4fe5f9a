import { env, l10n, window, type QuickPickItem } from 'vscode';
import { Problem } from '../../core/lib/problem';
import type { SliceFacts } from '../../core/slice/complete';
import { readScores } from '../../core/feedback/score-text';
import type { Host } from '../host';
import { traces as countTraces } from '../words';
import { readSliceFacts } from './slice-facts';

/** Asks for `key=value` and sets it on the traces. */
export async function attributeTraces(host: Host, traces: readonly string[]): Promise<void> {
  const text = await pickPair(await readSliceFacts(host.engine));
  if (text === undefined) return;
  const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/s.exec(text) ?? [];
  if (!key || !value) throw new Problem('attribute_invalid', { text });
  await host.engine.call('attribute.set', { traces: [...traces], values: { [key]: value } });
}

interface PairItem extends QuickPickItem {
  readonly completed?: string;
}

/** A text with completion of known keys and values; choosing a completion goes on typing. */
async function pickPair(facts: SliceFacts): Promise<string | undefined> {
  const { completeSlice } = await import('../../core/slice/complete');
  const pick = window.createQuickPick<PairItem>();
  pick.title = l10n.t('Set Attribute');
  pick.placeholder = l10n.t('For example: language=es');
  const draw = () => {
    const whole = pick.value.includes('=') && !pick.value.trim().endsWith('=');
    const set: PairItem[] = whole ? [{ label: l10n.t('Set {0}', pick.value.trim()), alwaysShow: true }] : [];
    const { from, items } = completeSlice(pick.value, pick.value.length, facts);
    const before = pick.value.slice(0, from);
    const completions = items.filter(({ text, kind }) => kind !== 'key' && before + text !== pick.value);
    pick.items = [...set, ...completions.map(({ text }) => ({ label: text, completed: before + text, alwaysShow: true }))];
  };
  return new Promise((resolve) => {
    pick.onDidChangeValue(draw);
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.onDidAccept(() => {
      const completed = pick.activeItems[0]?.completed;
      if (completed === undefined) {
        resolve(pick.value);
        pick.hide();
        return;
      }
      pick.value = completed;
      draw();
    });
    draw();
    pick.show();
  });
}

/** Asks for a comment and puts it on each trace, as one step of undo. */
export async function noteTraces(host: Host, traces: readonly string[]): Promise<void> {
  const text = await window.showInputBox({
    title: l10n.t('Note on {0}', countTraces(traces.length)),
    prompt: l10n.t('A comment without a verdict'),
  });
  if (!text?.trim()) return;
  await host.acts.together(async (engine) => {
    for (const trace of traces) await engine.call('feedback.note', { trace, text });
  });
}

/** Asks for grades of the answers, and gives them. */
export async function scoreTraces(host: Host, traces: readonly string[]): Promise<void> {
  const text = await window.showInputBox({
    title: l10n.t('Score {0}', countTraces(traces.length)),
    prompt: l10n.t('A number from 0 to 1, or one for each dimension: tone=0.5 facts=1'),
    validateInput: (typed) =>
      typed.trim() === '' || readScores(typed) ? undefined : l10n.t('Numbers from 0 to 1: 0.8, or tone=0.5 facts=1'),
  });
  const scores = readScores(text ?? '');
  if (!scores) return;
  await host.acts.together(async (engine) => {
    for (const trace of traces) await engine.call('feedback.score', { trace, scores });
  });
}

/** Asks why the traces are unfit for training and marks them. */
export async function taintTraces(host: Host, traces: readonly string[]): Promise<void> {
  const reason = await window.showInputBox({
    title: l10n.t('Mark {0} as unfit for training', countTraces(traces.length)),
    prompt: l10n.t('Why? The reason is kept with the trace and shown in reports.'),
  });
  if (!reason?.trim()) return;
  await host.acts.together(async (engine) => {
    for (const trace of traces) await engine.call('trace.taint', { trace, reason });
  });
}

export async function copyIds(traces: readonly string[]): Promise<void> {
  await env.clipboard.writeText(traces.join('\n'));
  window.setStatusBarMessage(l10n.t('Copied: {0}', traces.join(', ')), 3000);
}
