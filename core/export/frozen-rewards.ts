import * as z from 'zod';
import type { FrozenRewards } from './target';

const part = z.object({ name: z.string(), hash: z.string(), spec: z.string() });
const frozen = z.object({ graders: z.array(part), judge: part.optional() });

/** The rewards that the event of a grpo dataset keeps. */
export function readRewards(text: string | undefined): FrozenRewards | undefined {
  return text === undefined ? undefined : frozen.parse(JSON.parse(text));
}
