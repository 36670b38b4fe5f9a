import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import { parseSlice } from '../../../core/slice/parse';
import { type Door, examples, type RegisterVerb } from '../program';
import { count } from '../words';
import { damageLines } from './read';

export const registerStore: RegisterVerb = (program, door) => {
  examples(
    program
      .command('delete')
      .description('delete traces for good: from the log, the index, datasets and exported files')
      .argument('[trace...]', 'ids of the traces')
      .option('--where <slice>', 'every trace of this filter; needs --yes or --dry-run')
      .option('--yes', 'really delete what --where finds')
      .option('--dry-run', 'say what would go, delete nothing'),
    'delete TRACE',
    `delete --where 'source:old-agent until:2025-12-31' --dry-run`,
    `delete --where 'source:old-agent until:2025-12-31' --yes`,
  ).action(async (traces: string[], flags: DeleteFlags) => remove(door(), traces, flags));
  examples(
    program
      .command('rebuild')
      .description('make the index anew from the log')
      .option('--accept-missing', 'go on without files of the log that are gone: they are not reported any more'),
    'rebuild',
    'rebuild --accept-missing',
  ).action(async (flags: { acceptMissing?: boolean }) => {
    const d = door();
    const asked = { accept_missing: flags.acceptMissing ?? false };
    const stats = await (await d.engine()).call('store.rebuild', asked, { cancel: d.cancel, report: d.report });
    d.answer(stats, (s) => [`Rebuilt: ${count(s.traces, 'trace')}, ${count(s.acts, 'act')}.`, ...damageLines(s)]);
  });
};

interface DeleteFlags {
  where?: string;
  yes?: boolean;
  dryRun?: boolean;
}

async function remove(door: Door, traces: readonly string[], flags: DeleteFlags): Promise<void> {
  if ((traces.length === 0) === (flags.where === undefined))
    throw new Problem('usage', { reason: 'Name the traces to delete, or describe them with --where.' });
  if (flags.where?.trim() === '')
    throw new Problem('usage', { reason: 'The filter after --where is empty, which is every conversation of the store.' });
  const asked = {
    ...(flags.where === undefined ? { traces: [...traces] } : { where: parseSlice(flags.where) }),
    dry_run: flags.dryRun ?? false,
    // Traces named one by one need no further word; a filter may hold more than its author thinks.
    confirmed: flags.where === undefined || (flags.yes ?? false),
  };
  const engine = await door.engine();
  const result = await engine.call('trace.delete', asked, { cancel: door.cancel, report: door.report });
  door.answer(result, () => described(result, flags));
  if (door.json) return;
  for (const file of result.exports_unreachable)
    door.note(`Not reached, for it is missing or was changed by hand, and may still hold what was deleted: ${file}`);
  if (result.git_history)
    door.note('Files of this store, or exported ones, are or were in git: older commits may still quote the text.');
}

function described(result: Result<'trace.delete'>, { dryRun }: DeleteFlags): string[] {
  const { purged, datasets_changed, exports_rewritten } = result;
  return [
    `${dryRun ? 'Would delete' : 'Deleted'} ${count(purged, 'conversation')}; ${count(datasets_changed, 'dataset')} ${dryRun ? 'would change' : 'changed'}.`,
    ...exports_rewritten.map((file) => `${dryRun ? 'would be rewritten' : 'rewritten'}: ${file}`),
  ];
}
