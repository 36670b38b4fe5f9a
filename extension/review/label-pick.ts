import { l10n, window, type QuickPickItem } from 'vscode';
import type { Engine } from '../../core/protocol/engine';
import type { Host } from '../host';
import { number, traces as countTraces } from '../words';

interface LabelItem extends QuickPickItem {
  readonly name: string;
}

/** What the traces carry now: how many of them have each label. */
export interface Carried {
  readonly traces: number;
  readonly labels: ReadonlyMap<string, number>;
}

/** Asks which labels the traces should carry and makes it so, as one step of undo. A typed name that is new is created. */
export async function labelTraces(host: Host, traces: readonly string[]): Promise<void> {
  const [known, rows] = await Promise.all([
    host.engine.call('label.list', {}),
    host.engine.call('trace.rows', { traces: [...traces] }),
  ]);
  const carried = countLabels(rows.map((row) => row.labels));
  const wanted = await pickLabels(known, carried);
  if (!wanted) return;
  await host.acts.together((engine) => applyLabels(engine, traces, carried, wanted));
}

/** Asks which labels all of many traces should get and adds them, as one step of undo: too many to ask what each carries. */
export async function labelMany(host: Host, traces: readonly string[]): Promise<void> {
  const known = await host.engine.call('label.list', {});
  const carried: Carried = { traces: traces.length, labels: new Map() };
  const wanted = await pickLabels(known, carried);
  if (wanted) await host.acts.together((engine) => applyLabels(engine, traces, carried, wanted));
}

export function countLabels(rows: readonly (readonly string[])[]): Carried {
  const labels = new Map<string, number>();
  for (const label of rows.flat()) labels.set(label, (labels.get(label) ?? 0) + 1);
  return { traces: rows.length, labels };
}

/** Adds what is wanted and not on every trace yet; removes what was on every trace and is wanted no more. */
export async function applyLabels(
  engine: Engine,
  traces: readonly string[],
  carried: Carried,
  wanted: ReadonlySet<string>,
): Promise<void> {
  const onAll = (label: string) => carried.labels.get(label) === carried.traces;
  const added = [...wanted].filter((label) => !onAll(label));
  const removed = [...carried.labels.keys()].filter((label) => onAll(label) && !wanted.has(label));
  if (added.length > 0) await engine.call('label.add', { traces: [...traces], labels: added });
  if (removed.length > 0) await engine.call('label.remove', { traces: [...traces], labels: removed });
}

async function pickLabels(
  known: readonly { label: string; parent?: string | undefined; count: number }[],
  carried: Carried,
): Promise<ReadonlySet<string> | undefined> {
  const chosen = new Set([...carried.labels].filter(([, n]) => n === carried.traces).map(([label]) => label));
  const pick = window.createQuickPick<LabelItem>();
  pick.canSelectMany = true;
  pick.title = l10n.t('Labels of {0}', countTraces(carried.traces));
  pick.placeholder = l10n.t('Type a name; Enter takes it, Space marks more than one');
  /** Typing since the last mark: Enter then means the name in sight. */
  const typing = { now: false };

  const draw = () => {
    const names = new Set(known.map(({ label }) => label));
    const value = pick.value.trim();
    const fresh = value !== '' && !names.has(value.toLowerCase()) ? [value] : [];
    const items: LabelItem[] = [
      ...fresh.map((name) => ({ name, label: name, description: l10n.t('new label'), alwaysShow: true })),
      ...known.map(({ label, parent, count }) => ({ name: label, label, description: describe(label, parent, count, carried) })),
    ];
    pick.items = items;
    pick.selectedItems = items.filter(({ name }) => chosen.has(name));
  };
  pick.onDidChangeValue(() => {
    typing.now = pick.value.trim() !== '';
    draw();
  });
  pick.onDidChangeSelection((items) => {
    if (items.length === chosen.size && items.every(({ name }) => chosen.has(name))) return;
    typing.now = false;
    chosen.clear();
    for (const { name } of items) chosen.add(name);
  });
  draw();
  const accepted = new Promise<boolean>((resolve) => {
    pick.onDidAccept(() => resolve(true));
    pick.onDidHide(() => resolve(false));
  });
  pick.show();
  const ok = await accepted;
  const [active] = pick.activeItems;
  // While one types nothing in the list has the focus: Enter takes what was typed.
  if (typing.now) chosen.add(active?.name ?? pick.value.trim());
  pick.dispose();
  return ok ? chosen : undefined;
}

function describe(label: string, parent: string | undefined, count: number, carried: Carried): string {
  const here = carried.labels.get(label) ?? 0;
  const parts = [
    parent && l10n.t('under {0}', parent),
    here > 0 && here < carried.traces ? l10n.t('on {0} of these', number(here)) : undefined,
    countTraces(count),
  ];
  return parts.filter(Boolean).join(' · ');
}
