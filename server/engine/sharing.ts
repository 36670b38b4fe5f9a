import type { Parsed } from '../../core/protocol/operations';
import type { SharedResult } from '../../core/protocol/results';
import { Problem } from '../../core/lib/problem';
import type { EngineContext } from './context';
import { isInRepository, ruleAgainst } from './git';

/**
 * Lets git see the feedback of this store, or nothing of it any more. Conversations never go there; what people wrote
 * about them quotes them, so nobody shares it without having said yes.
 */
export async function shareFeedback({ store }: EngineContext, p: Parsed<'store.share'>): Promise<SharedResult> {
  if (!p.dry_run && p.shared && !p.confirmed) throw new Problem('share_confirmation_needed', { path: store.path });
  if (!p.dry_run) await store.share(p.shared);
  const { acts } = await store.stats();
  const in_git = await isInRepository(store.path);
  const kept_out = p.dry_run || !p.shared || !in_git ? undefined : await ruleAgainst(store.path, 'store.json');
  return { store: store.path, shared: store.isShared(), acts, in_git, ...(kept_out === undefined ? {} : { kept_out }) };
}
