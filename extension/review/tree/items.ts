import { l10n, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { TraceFacts, TraceRow } from '../../../core/protocol/results';
import { kindWords, readable } from '../../masked';
import { oneLine } from '../../plain';
import { age, day, moment, number } from '../../words';
import type { GroupNode, MoreNode, ReviewNode, StartNode, TraceNode } from './nodes';

/** What a row may show while others' opinions are hidden (blind review). */
export interface Look {
  readonly blind: boolean;
  /** Whether a group was opened or closed by hand, by its id: one that comes back, as after a filter, is as it was. */
  readonly open?: ReadonlyMap<string, boolean>;
}

/** Blind review hides what others think of a trace until one has judged it oneself. */
function hides(row: TraceRow, look: Look): boolean {
  return look.blind && row.mine !== true;
}

export function treeItem(node: ReviewNode, look: Look): TreeItem {
  if (node.kind === 'group') return groupItem(node, look);
  if (node.kind === 'start') return startItem(node);
  return node.kind === 'more' ? moreItem(node) : traceItem(node, look);
}

function groupItem(node: GroupNode, look: Look): TreeItem {
  const { total, reviewed } = node.counts;
  const open = look.open?.get(node.id) ?? (node.by === 'part' || node.key === 'unreviewed');
  const item = new TreeItem(groupName(node), open ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  item.id = node.id;
  item.contextValue = `group.${node.by}`;
  // In groups by state every row has the same answer to "reviewed", so their number says enough.
  const counted = node.by !== 'state' && node.by !== 'part';
  item.description = counted ? l10n.t('{0} of {1} reviewed', number(reviewed), number(total)) : number(total);
  return item;
}

/** The words for a group. Keys of sources, labels and models are the user's own names. */
export function groupName({ by, key }: Pick<GroupNode, 'by' | 'key'>): string {
  if (by === 'state') return stateName(key);
  if (by === 'day') return day(key);
  if (by === 'score') return key === '' ? l10n.t('No score') : l10n.t('Score from {0}', number(Number(key)));
  if (by === 'disagreement') return disagreementName(key);
  if (key !== '') return oneLine(key, 120);
  if (by === 'model') return l10n.t('Unknown model');
  return by === 'label' ? l10n.t('Not labelled yet') : l10n.t('None');
}

function disagreementName(key: string): string {
  switch (key) {
    case 'apart':
      return l10n.t('Far apart');
    case 'differ':
      return l10n.t('Differ');
    case 'agree':
      return l10n.t('Agree');
    default:
      return l10n.t('Fewer than two said something');
  }
}

export function stateName(state: string): string {
  switch (state) {
    case 'unreviewed':
      return l10n.t('To review');
    case 'reviewed':
      return l10n.t('Reviewed');
    case 'disputed':
      return l10n.t('Disputed');
    case 'skipped':
      return l10n.t('Skipped');
    default:
      return state;
  }
}

function moreItem(node: MoreNode): TreeItem {
  const label = node.left > 0 ? l10n.t('Show 200 more ({0} left)', number(node.left)) : l10n.t('Show 200 more');
  const item = new TreeItem(label, TreeItemCollapsibleState.None);
  item.id = node.id;
  item.iconPath = new ThemeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: 'loop.review.show_more', title: label, arguments: [node] };
  return item;
}

/** The first steps, each a row: files dropped beside them are imported. */
function startItem({ id }: StartNode): TreeItem {
  switch (id) {
    case 'start:import':
      return start(id, l10n.t('Import a File…'), l10n.t('or drop logs here'), 'cloud-download', 'loop.import.choose');
    case 'start:record':
      return start(id, l10n.t('Switch Recording On…'), '', 'record', 'loop.source.switch_on');
    case 'start:sample':
      return start(id, l10n.t('Import the Sample'), l10n.t('63 example conversations'), 'beaker', 'loop.import.sample');
  }
}

function start(id: string, title: string, description: string, icon: string, command: string): TreeItem {
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  return Object.assign(item, { id, description, iconPath: new ThemeIcon(icon), command: { command, title } });
}

function traceItem(node: TraceNode, look: Look): TreeItem {
  const { row } = node;
  const preview = readable(row.preview) || l10n.t('No question');
  const item = new TreeItem(preview, TreeItemCollapsibleState.None);
  item.id = node.id;
  item.contextValue = row.has.includes('pinned') ? 'trace.pinned' : 'trace';
  item.iconPath = stateIcon(row, look);
  item.description = description(row, look);
  item.accessibilityInformation = { label: [stateWords(row, look), preview, item.description].join(', ') };
  item.command = { command: 'loop.review.open', title: l10n.t('Open Trace'), arguments: [node] };
  return item;
}

function description(row: TraceRow, look: Look): string {
  const hidden = hides(row, look);
  const score = hidden ? undefined : row.scores['overall'];
  const parts = [
    // First, since a narrow view cuts off the end.
    expiresSoon(row) ? l10n.t('expires {0}', age(row.expires_at ?? '')) : undefined,
    hidden ? undefined : row.model && oneLine(row.model, 60),
    age(row.captured_at),
    isEarlier(row, look) ? l10n.t('judged before') : undefined,
    score === undefined ? undefined : score.toFixed(2),
    row.has.includes('redactions') ? l10n.t('masked') : undefined,
    row.has.includes('pinned') ? l10n.t('pinned') : undefined,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Expiry is shown three days ahead (LOOP §1). */
function expiresSoon({ expires_at }: TraceRow): boolean {
  return expires_at !== undefined && Date.parse(expires_at) - Date.now() < 3 * 86_400_000;
}

/** The verdict came with the data; nobody here has looked at it yet. */
function isEarlier(row: TraceRow, look: Look): boolean {
  return row.earlier === true && row.state === 'reviewed' && !hides(row, look);
}

function stateIcon(row: TraceRow, look: Look): ThemeIcon {
  const hidden = hides(row, look);
  if (row.state === 'disputed' && !hidden) return new ThemeIcon('git-compare', new ThemeColor('list.warningForeground'));
  if (row.state === 'skipped') return new ThemeIcon('debug-step-over');
  if (row.state === 'unreviewed') return new ThemeIcon('circle-large-outline');
  if (hidden) return new ThemeIcon('pass');
  const [icon, colour] = verdictIcons[row.verdict ?? 'pick'];
  // Colour is for what people here have said.
  return new ThemeIcon(icon, new ThemeColor(isEarlier(row, look) ? 'descriptionForeground' : colour));
}

const verdictIcons: Readonly<Record<NonNullable<TraceRow['verdict']>, readonly [icon: string, colour: string]>> = {
  up: ['thumbsup', 'testing.iconPassed'],
  down: ['thumbsdown', 'testing.iconFailed'],
  correction: ['edit', 'charts.blue'],
  gold: ['star-full', 'charts.yellow'],
  pick: ['pass', 'testing.iconPassed'],
};

function stateWords(row: TraceRow, look: Look): string {
  if (hides(row, look)) return stateName(row.state === 'disputed' ? 'reviewed' : row.state);
  if (row.state !== 'reviewed') return stateName(row.state);
  switch (row.verdict) {
    case 'up':
      return l10n.t('Right');
    case 'down':
      return l10n.t('Wrong');
    case 'correction':
      return l10n.t('Corrected');
    case 'gold':
      return l10n.t('Gold');
    case 'pick':
    case undefined:
      return stateName('reviewed');
  }
}

/** The tooltip, made when the pointer rests on the row. Conversation text goes in as text: it cannot become links or markup. */
export function tooltip(row: TraceRow, facts: TraceFacts, look: Look): MarkdownString {
  const hidden = hides(row, look);
  const text = new MarkdownString();
  text.appendText(readable(row.preview, 400));
  const line = (name: string, value: string | undefined) => {
    if (!value) return;
    text.appendMarkdown('  \n');
    text.appendText(`${name}: ${readable(value, 400)}`);
  };
  text.appendMarkdown('\n\n---\n\n');
  text.appendText(stateWords(row, look));
  line(l10n.t('Source'), row.source);
  line(l10n.t('Model'), hidden ? undefined : row.model);
  line(l10n.t('Captured'), moment(row.captured_at));
  line(l10n.t('Labels'), row.labels.join(', '));
  line(l10n.t('Attributes'), pairs(row.attributes));
  line(l10n.t('Scores'), hidden ? undefined : pairs(row.scores));
  line(l10n.t('Acts'), hidden ? undefined : number(facts.signals.filter((signal) => !signal.retracted).length));
  line(l10n.t('Masked'), maskedWords(facts.redactions));
  line(l10n.t('Expires'), row.expires_at && moment(row.expires_at));
  return text;
}

/** `phone number ×2, e-mail`. */
function maskedWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => (count === 1 ? kindWords(kind) : `${kindWords(kind)} ×${number(count)}`))
    .join(', ');
}

function pairs(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}
