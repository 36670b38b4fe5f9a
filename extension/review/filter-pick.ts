import { l10n, QuickPickItemKind, ThemeIcon, window, type QuickInputButton, type QuickPick, type QuickPickItem } from 'vscode';
import { Problem } from '../../core/lib/problem';
import type { Slice } from '../../core/slice/schema';
import type { Host } from '../host';
import { problemWords, traces } from '../words';
import type { ReviewSession } from './session';
import { readSliceFacts } from './slice-facts';

interface FilterItem extends QuickPickItem {
  readonly apply?: true;
  /** The whole text once this is chosen. */
  readonly completed?: string;
  readonly saved?: string;
}

const forget: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Forget This Filter') };
const save: QuickInputButton = { iconPath: new ThemeIcon('save'), tooltip: l10n.t('Save This Filter') };

/** Asks for a filter in the slice language: completes names as one types, says how many traces it holds, keeps saved ones. */
export async function pickFilter(host: Host, session: ReviewSession): Promise<void> {
  const { parseSlice } = await import('../../core/slice/parse');
  const { completeSlice } = await import('../../core/slice/complete');
  const facts = await readSliceFacts(host.engine);
  const pick = window.createQuickPick<FilterItem>();
  pick.title = l10n.t('Filter Traces');
  pick.placeholder = l10n.t('For example: label:billing language=es -state:skipped "refund"');
  pick.value = session.filter.text;
  pick.buttons = [save];
  let counted = '';

  const read = (): Slice | Problem => {
    try {
      return parseSlice(pick.value);
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };
  const draw = () => {
    const { from, items: completions } = completeSlice(pick.value, pick.value.length, facts);
    const slice = read();
    // Half a term is no mistake while there are ways to go on.
    const isHalf = slice instanceof Problem && completions.length > 0;
    const items = [...(isHalf ? [] : [applyItem(pick.value, slice, counted)]), ...savedItems(session, pick.value)];
    if (completions.length > 0) items.push(separator(l10n.t('complete')));
    for (const { text, kind } of completions) {
      const completed = `${pick.value.slice(0, from)}${text}${kind === 'value' ? ' ' : ''}`;
      items.push({ label: text, completed, alwaysShow: true });
    }
    pick.items = items;
  };
  const count = async () => {
    const { value } = pick;
    const slice = read();
    if (slice instanceof Problem) return;
    const { count } = await host.engine.call('trace.count', { slice });
    if (pick.value !== value) return;
    counted = traces(count);
    draw();
  };
  const changed = () => {
    counted = '';
    draw();
    void count().catch(host.fail);
  };
  pick.onDidChangeValue(changed);
  pick.onDidTriggerButton(() => void session.saveFilter(pick.value.trim()).then(draw));
  pick.onDidTriggerItemButton(({ item }) => item.saved !== undefined && void session.forgetFilter(item.saved).then(draw));
  pick.show();
  changed();
  const chosen = await acceptance(pick, changed, read);
  pick.dispose();
  if (chosen) await session.setFilter(chosen.text === '' ? undefined : chosen);
}

/** Resolves when a filter that can be read is applied, or the question is closed. Choosing a completion goes on. */
function acceptance(
  pick: QuickPick<FilterItem>,
  changed: () => void,
  read: () => Slice | Problem,
): Promise<{ text: string; slice: Slice } | undefined> {
  return new Promise((resolve) => {
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item && !item.apply) {
        pick.value = item.completed ?? item.saved ?? pick.value;
        changed();
        return;
      }
      const slice = read();
      if (!(slice instanceof Problem)) resolve({ text: pick.value.trim(), slice });
    });
  });
}

function applyItem(text: string, slice: Slice | Problem, counted: string): FilterItem {
  if (slice instanceof Problem) {
    return {
      label: `$(error) ${l10n.t('This filter cannot be read yet')}`,
      detail: problemWords(slice),
      apply: true,
      alwaysShow: true,
    };
  }
  const label = text.trim() === '' ? l10n.t('Show all traces') : l10n.t('Apply: {0}', text.trim());
  return { label: `$(filter) ${label}`, description: counted, apply: true, alwaysShow: true };
}

function savedItems(session: ReviewSession, text: string): FilterItem[] {
  const fitting = session.savedFilters.filter((saved) => saved !== text.trim() && saved.startsWith(text.trim()));
  if (fitting.length === 0) return [];
  return [separator(l10n.t('saved')), ...fitting.map((saved) => ({ label: saved, saved, buttons: [forget], alwaysShow: true }))];
}

function separator(label: string): FilterItem {
  return { label, kind: QuickPickItemKind.Separator };
}
