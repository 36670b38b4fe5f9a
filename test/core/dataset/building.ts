import { createHash } from 'node:crypto';
import { build, type BuildContext, type Built } from '../../../core/dataset/build';
import { normaliseRecipe, type Method, type Recipe, type RecipeInput } from '../../../core/dataset/recipe';
import type { LogEvent } from '../../../core/log/events';
import type { Hasher, JudgedTrace } from '../../../core/ports';
import type { Trace } from '../../../core/trace/model';
import { act, asked, story } from '../feedback/acts';

export const hasher: Hasher = { sha256: (text) => createHash('sha256').update(text).digest('hex') };

export function recipeOf(method: Method, more: Partial<RecipeInput> = {}): Recipe {
  return normaliseRecipe({ name: 'test', method, ...more });
}

/** Builds from traces given as they are. */
export function built(recipe: Recipe, traces: Iterable<JudgedTrace>, context: Partial<BuildContext> = {}): Promise<Built> {
  return build(recipe, traces, { hasher, ...context });
}

/** The nth trace of a story, with the acts of `story` moved onto it. */
export function judged(n: number, acts: readonly LogEvent[] = [], more: Partial<Trace> = {}): JudgedTrace {
  const trace = asked(`Question number ${n}: ${topic(n)}?`, `Answer ${n}.`, {
    id: `trace-${n}`,
    captured_at: new Date(Date.UTC(2026, 8, 1) + n * 60_000).toISOString(),
    ...more,
  });
  return { trace, acts: acts.map((event) => moved(event, trace.id)) };
}

function moved(event: LogEvent, trace: string): LogEvent {
  const id = `${trace}/${event.id}`;
  const { body } = event;
  if ('traces' in body) return { ...event, id, body: { ...body, traces: [trace] } };
  if (body.type === 'retracted' || body.type === 'restored')
    return { ...event, id, body: { ...body, act: `${trace}/${body.act}` } };
  return 'trace' in body ? { ...event, id, body: { ...body, trace } } : { ...event, id };
}

export const candidate = (nth: number, id: string, text: string): LogEvent =>
  act(nth, 'sampler', { type: 'candidate', trace: 'trace-1', candidate: id, answer: { text } });

export const grade = (nth: number, score: number | null, candidateId?: string, turn = 1): LogEvent =>
  act(nth, 'grader', {
    type: 'grade',
    trace: 'trace-1',
    turn,
    grader: 'g',
    grader_hash: 'h',
    score,
    rules: {},
    ...(candidateId === undefined ? {} : { candidate: candidateId }),
  });

export const verdict = (nth: number, score: number | null): LogEvent =>
  act(nth, 'judge', { type: 'verdict', trace: 'trace-1', turn: 1, judge: 'j', run: 'r', score, scores: {} });

export const tainted = (nth: number): LogEvent => act(nth, 'ana', { type: 'tainted', traces: ['trace-1'], reason: 'x' });

export { story };

/** Words that make questions different in more than a number. */
function topic(n: number): string {
  const words = ['refund', 'invoice', 'parcel', 'login', 'address', 'voucher', 'delivery', 'warranty', 'size', 'colour', 'tax'];
  const pick = (step: number) => words[(n * step + Math.floor(n / words.length) * (step + 3)) % words.length] ?? '';
  return `${pick(1)} ${n * 7919} ${pick(2)} after ${pick(3)} ${n * 104729} and ${pick(4)} with ${pick(5)}`;
}
