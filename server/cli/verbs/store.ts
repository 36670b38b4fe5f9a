import { Problem } from '../../../core/lib/problem';
import { parseSlice } from '../../../core/slice/parse';
import type { Door, RegisterVerb } from '../program';

export const registerStore: RegisterVerb = (program, door) => {
  program
    .command('delete')
    .description('delete traces for good: from the log, the index, datasets and exported files')
    .argument('[trace...]')
    .option('--where <slice>', 'every trace of this filter')
    .option('--yes', 'do it without asking')
    .option('--dry-run', 'say what would go, delete nothing')
    .action(async (traces: string[], flags: { where?: string; yes?: boolean; dryRun?: boolean }) =>
      remove(door(), traces, flags),
    );
  program
    .command('rebuild')
    .description('make the index anew from the log')
    .action(async () => {
      const d = door();
      const stats = await (await d.engine()).call('store.rebuild', {}, { cancel: d.cancel, report: d.report });
      d.print(d.json ? JSON.stringify(stats) : `Rebuilt: ${stats.traces} traces, ${stats.acts} acts.`);
    });
};

async function remove(
  door: Door,
  traces: readonly string[],
  flags: { where?: string; yes?: boolean; dryRun?: boolean },
): Promise<void> {
  if ((traces.length === 0) === (flags.where === undefined)) {
    throw new Problem('usage', { reason: 'Name the traces to delete, or describe them with --where.' });
  }
  const result = await (
    await door.engine()
  ).call(
    'trace.delete',
    {
      ...(flags.where === undefined ? { traces: [...traces] } : { where: parseSlice(flags.where) }),
      dry_run: flags.dryRun ?? false,
      // Traces named one by one need no further word; a filter may hold more than its author thinks.
      confirmed: flags.where === undefined || (flags.yes ?? false),
    },
    { cancel: door.cancel, report: door.report },
  );
  if (door.json) {
    door.print(JSON.stringify(result));
    return;
  }
  door.print(
    `${flags.dryRun ? 'Would delete' : 'Deleted'} ${result.purged} conversations; ${result.datasets_changed} datasets changed.`,
  );
  for (const file of result.exports_rewritten) door.print(`rewritten: ${file}`);
  for (const file of result.exports_unreachable) door.note(`not reached (missing or changed by hand): ${file}`);
  if (result.git_history) door.note('This store is in git: older commits still hold the text.');
}
