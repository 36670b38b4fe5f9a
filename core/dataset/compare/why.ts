import type { LogEvent } from '../../log/events';
import type { Slice } from '../../slice/schema';
import type { Recipe } from '../recipe';
import type { LeftOutCode } from '../report-schema';
import type { ComparedRow, RowPair } from './match';
import { recipeEffects } from './recipe-changes';
import type { ChangeReason } from './reasons';

/** The earlier and the later of two builds. */
export interface Builds {
  readonly from: { readonly at: string; readonly recipe: Recipe };
  readonly to: { readonly at: string; readonly recipe: Recipe };
}

/** What is known of the trace of a row. */
export interface TraceNews {
  /** What became of the trace in either build; `rows` when it has some, undefined when the slice did not reach it. */
  readonly was: LeftOutCode | 'rows' | undefined;
  readonly is: LeftOutCode | 'rows' | undefined;
  readonly recorded_at: string;
  readonly acts: readonly LogEvent[];
}

/** What was said of a trace between two builds, by the reason it makes. */
type News = ReadonlySet<ChangeReason>;

/** Tells why rows differ. The reasons that lie in the trace come before those of the recipe: they are the rarer ones. */
export function explainer(builds: Builds): (pair: RowPair, trace: TraceNews) => ChangeReason {
  const effects = recipeEffects(builds.from.recipe, builds.to.recipe);
  const recipe = builds.to.recipe;
  const fallback: ChangeReason = recipe.sample !== undefined ? 'sample_moved' : usesLabels(recipe.slice) ? 'relabelled' : 'other';
  const isNew = (at: string) => at > builds.from.at && at <= builds.to.at;
  return (pair, trace) => {
    const row = pair.to ?? pair.from;
    if (!row) return 'other';
    const news = newsOf(trace.acts, isNew);
    if (isNew(trace.recorded_at)) return 'new_trace';
    if (trace.was === undefined || trace.is === undefined) return whyReached(effects, news) ?? fallback;
    if (effects.has('method_changed')) return 'method_changed';
    if (isMoved(pair)) return effects.has('holdout_changed') ? 'holdout_changed' : 'holdout_moved';
    return whyDecided(trace, newsOf(aboutRow(trace.acts, row), isNew), effects);
  };
}

/** The same row, on the other side of the split. */
function isMoved({ from, to }: RowPair): boolean {
  return from !== undefined && to?.hash === from.hash;
}

/** Why a trace is in the slice of one build and not of the other. */
function whyReached(effects: News, news: News): ChangeReason | undefined {
  const reasons: readonly ChangeReason[] = ['slice_changed', 'sample_changed'];
  const inRecipe = reasons.find((reason) => effects.has(reason));
  if (inRecipe) return inRecipe;
  const said: readonly ChangeReason[] = ['relabelled', 'tainted', 'retracted', 'new_verdict', 'new_score', 'new_candidate'];
  return said.find((reason) => news.has(reason));
}

/** Labels can be renamed, merged and put under others, which no act of a single trace shows. */
function usesLabels({ label, unlabelled, not }: Slice): boolean {
  return label !== undefined || unlabelled === true || (not !== undefined && usesLabels(not));
}

/** Why a trace that both builds looked at gives another row. */
function whyDecided({ was, is }: TraceNews, news: News, effects: News): ChangeReason {
  if (is === 'tainted' && news.has('tainted')) return 'tainted';
  const reasons: readonly ChangeReason[] = [
    'retracted',
    'new_verdict',
    'new_score',
    'new_candidate',
    'threshold_changed',
    'recipe_changed',
  ];
  const found = reasons.find((reason) => news.has(reason) || effects.has(reason));
  return found ?? (was === 'duplicate_row' || is === 'duplicate_row' ? 'duplicate_moved' : 'other');
}

/** Acts that bear on a row: those about its turn, and those about the trace as a whole. */
function aboutRow(acts: readonly LogEvent[], row: ComparedRow): LogEvent[] {
  const here = new Set(acts.filter(({ body }) => !('turn' in body) || body.turn === row.turn).map(({ id }) => id));
  return acts.filter(({ id, body }) => ('act' in body ? here.has(body.act) : here.has(id)));
}

function newsOf(acts: readonly LogEvent[], isNew: (at: string) => boolean): News {
  const said = new Map(acts.map((event) => [event.id, event]));
  return new Set(acts.filter(({ at }) => isNew(at)).flatMap((event) => reasonOf(event, said) ?? []));
}

function reasonOf({ body }: LogEvent, acts: ReadonlyMap<string, LogEvent>): ChangeReason | undefined {
  switch (body.type) {
    case 'signal':
      if (body.kind === 'score') return 'new_score';
      return body.kind === 'skip' || body.kind === 'note' ? undefined : 'new_verdict';
    case 'retracted':
    case 'restored': {
      const undone = acts.get(body.act);
      const was = undone && reasonOf(undone, new Map());
      // A label taken back relabels; a verdict taken back is no verdict.
      return was === 'relabelled' ? was : was && 'retracted';
    }
    case 'grade':
    case 'verdict':
      return 'new_score';
    case 'candidate':
      return 'new_candidate';
    case 'tainted':
      return 'tainted';
    case 'labels_added':
    case 'labels_removed':
    case 'label_renamed':
    case 'attributes_set':
    case 'attributes_removed':
      return 'relabelled';
    default:
      return undefined;
  }
}
