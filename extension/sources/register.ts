import {
  Disposable,
  env,
  EventEmitter,
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  Uri,
  window,
  type QuickPickItem,
  type TreeDataProvider,
} from 'vscode';
import type { SourceRow } from '../../core/protocol/results';
import type { Slice } from '../../core/slice/schema';
import { atRest, inBatches } from '../batches';
import type { Host } from '../host';
import { oneLine } from '../plain';
import { age, number, traces } from '../words';

/** What a source's menu asks of reviewing. */
export interface ReviewParts {
  filter(slice: Slice): unknown;
  delete(traces: readonly string[]): unknown;
}

/** Sources: which are being recorded, since whose switch, and for how long their conversations are kept. */
export function registerSources(host: Host, review: ReviewParts): Disposable {
  const changed = new EventEmitter<undefined>();
  const tree: TreeDataProvider<SourceRow> = {
    onDidChangeTreeData: changed.event,
    async getChildren(row) {
      if (row) return [];
      return host.engine.call('source.list', {}).catch((error: unknown) => {
        host.fail(error);
        return [];
      });
    },
    getTreeItem: item,
  };
  // A tree that is only just being drawn can miss a change that comes at once.
  const redraw = () => {
    changed.fire(undefined);
    return Promise.resolve();
  };
  const refresh = inBatches(redraw, host.fail, atRest);
  return Disposable.from(
    changed,
    window.createTreeView('loop.sources', { treeDataProvider: tree }),
    host.engine.onChange((change) => (change.sources || change.all_traces) && refresh(change)),
    host.store.onChange(() => host.store.known === undefined && changed.fire(undefined)),
    host.command('loop.source.switch_on', (arg) => switchOn(host, arg)),
    host.command('loop.source.switch_off', (arg) => switchOff(host, arg)),
    host.command('loop.source.retention', (arg) => changeRetention(host, arg)),
    host.command('loop.source.copy_command', () => copyCommand(host)),
    host.command('loop.source.filter', (arg) => isSource(arg) && review.filter({ source: arg.source })),
    host.command('loop.source.delete', (arg) => isSource(arg) && deleteOf(host, review, arg.source)),
    host.command('loop.source.refresh', () => changed.fire(undefined)),
  );
}

function item(row: SourceRow): TreeItem {
  const made = new TreeItem(oneLine(row.source, 120));
  made.id = `source:${row.source}`;
  made.contextValue = row.recording ? 'source.on' : 'source.off';
  made.iconPath = row.recording ? new ThemeIcon('record', new ThemeColor('charts.red')) : new ThemeIcon('circle-slash');
  const parts = [
    row.recording ? l10n.t('recording') : l10n.t('not recording'),
    traces(row.traces),
    row.recording ? kept(row.retention_days) : '',
    row.last_captured_at && age(row.last_captured_at),
  ];
  made.description = parts.filter(Boolean).join(' · ');
  made.tooltip = [row.source, made.description, row.by && row.at ? l10n.t('Switched by {0}, {1}', row.by, age(row.at)) : '']
    .filter(Boolean)
    .join('\n');
  made.accessibilityInformation = { label: [row.source, made.description].join(', ') };
  return made;
}

/** How conversations arrive at sources that are on: the bundled program, called as it is called from any shell. */
async function copyCommand({ context }: Host): Promise<void> {
  const program = Uri.joinPath(context.extensionUri, 'dist', 'loop.js').fsPath;
  await env.clipboard.writeText(`node ${JSON.stringify(program)} record conversations.jsonl`);
  const text = l10n.t(
    'Copied. Run it in the folder of the store; put - for the file to read standard input. Each line names its source.',
  );
  void window.showInformationMessage(text);
}

async function deleteOf(host: Host, review: ReviewParts, source: string): Promise<void> {
  const traces: string[] = [];
  let after: string | undefined;
  do {
    const selection = { source };
    const page = await host.engine.call('trace.list', { selection, limit: 500, ...(after === undefined ? {} : { after }) });
    traces.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  if (traces.length > 0) await review.delete(traces);
  else void window.showInformationMessage(l10n.t('{0} has no traces.', source));
}

function kept(days: number | null): string {
  if (days === null) return l10n.t('kept for ever');
  return days === 1 ? l10n.t('kept 1 day') : l10n.t('kept {0} days', number(days));
}

async function switchOn(host: Host, arg: unknown): Promise<void> {
  const source = isSource(arg) ? arg.source : await askSource(host);
  if (!source) return;
  const retention = await askRetention(source, isSource(arg) ? arg.retention_days : 30);
  if (retention === undefined) return;
  await host.engine.call('source.switch', { source, recording: true, retention_days: retention.days });
}

async function switchOff(host: Host, arg: unknown): Promise<void> {
  const row = isSource(arg) ? arg : await pickSource(host, true);
  if (!row) return;
  await host.engine.call('source.switch', { source: row.source, recording: false, retention_days: row.retention_days });
}

async function changeRetention(host: Host, arg: unknown): Promise<void> {
  const row = isSource(arg) ? arg : await pickSource(host, true);
  if (!row) return;
  const retention = await askRetention(row.source, row.retention_days);
  if (retention === undefined) return;
  await host.engine.call('source.switch', { source: row.source, recording: row.recording, retention_days: retention.days });
}

/** A known source that is off, or a new name. */
async function askSource(host: Host): Promise<string | undefined> {
  const off = (await host.engine.call('source.list', {})).filter(({ recording }) => !recording);
  const fresh: QuickPickItem & { source?: string } = { label: l10n.t('$(add) New Source…') };
  const items = [fresh, ...off.map(({ source }) => ({ label: source, source }))];
  const picked = off.length === 0 ? fresh : await window.showQuickPick(items, { title: l10n.t('Record which source?') });
  if (!picked) return undefined;
  if (picked.source !== undefined) return picked.source;
  const name = await window.showInputBox({
    title: l10n.t('Name of the source'),
    prompt: l10n.t('Where the conversations come from, for example support-agent'),
    validateInput: (text) =>
      text.trim() === '' || text.trim().length > 120 ? l10n.t('A name has 1 to 120 characters') : undefined,
  });
  return name?.trim();
}

/** How long conversations are kept, in days; null means for ever, which is said out loud before it is taken. */
async function askRetention(source: string, now: number | null): Promise<{ days: number | null } | undefined> {
  const days = [...new Set([now ?? 30, 7, 30, 90, 365])];
  const items: (QuickPickItem & { days?: number | null })[] = [
    ...days.map((n) => ({
      days: n,
      label: n === 1 ? l10n.t('1 day') : l10n.t('{0} days', number(n)),
      description: n === now ? l10n.t('now') : '',
    })),
    { label: l10n.t('Another number of days…') },
    { days: null, label: l10n.t('For ever'), description: now === null ? l10n.t('now') : '' },
  ];
  const picked = await window.showQuickPick(items, {
    title: l10n.t('How long are recorded conversations of {0} kept?', source),
    placeHolder: l10n.t('Then they are deleted for good, unless they are pinned'),
  });
  if (!picked) return undefined;
  if (picked.days === undefined) return askDays();
  if (picked.days !== null) return { days: picked.days };
  const yes = l10n.t('Keep for Ever');
  const detail = l10n.t('Everything recorded from now on stays until someone deletes it. Nothing reminds you of it.');
  const answer = await window.showWarningMessage(
    l10n.t('Keep conversations of {0} for ever?', source),
    { modal: true, detail },
    yes,
  );
  return answer === yes ? { days: null } : undefined;
}

async function askDays(): Promise<{ days: number } | undefined> {
  const wrong = (text: string) => !/^\s*\d{1,4}\s*$/.test(text) || Number(text) < 1 || Number(text) > 3650;
  const text = await window.showInputBox({
    title: l10n.t('Days to keep recorded conversations'),
    validateInput: (text) => (wrong(text) ? l10n.t('Write a whole number from 1 to 3650') : undefined),
  });
  return text === undefined ? undefined : { days: Number(text) };
}

async function pickSource(host: Host, recording: boolean): Promise<SourceRow | undefined> {
  const rows = (await host.engine.call('source.list', {})).filter((row) => row.recording === recording);
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t('No source is being recorded.'));
    return undefined;
  }
  const items = rows.map((row) => ({ row, label: row.source, description: kept(row.retention_days) }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Which source?') }))?.row;
}

function isSource(value: unknown): value is SourceRow {
  return typeof value === 'object' && value !== null && 'source' in value && 'recording' in value;
}
