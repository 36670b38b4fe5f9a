import type { SharedResult } from '../../../core/protocol/results';
import { examples, type RegisterVerb } from '../program';
import { count, quoted } from '../words';

interface ShareFlags {
  readonly off?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export const registerShare: RegisterVerb = (program, door) => {
  examples(
    program
      .command('share')
      .description('let git see the feedback of this store, so that several reviewers can merge theirs')
      .option('--off', 'let git see nothing of it any more')
      .option('--yes', 'really share it')
      .option('--dry-run', 'say what would be shared, change nothing'),
    'share --dry-run',
    'share --yes',
  ).action(async (flags: ShareFlags) => {
    const d = door();
    const [shared, dry_run] = [!flags.off, flags.dryRun ?? false];
    const asked = { shared, dry_run, confirmed: flags.yes ?? false };
    d.answer(await (await d.engine()).call('store.share', asked), (result) => told(result, shared, dry_run));
  });
};

function told({ store, acts, in_git, kept_out }: SharedResult, shared: boolean, dryRun: boolean): string[] {
  const sees = dryRun ? 'git would see' : 'git sees';
  if (!shared) return [`${sees} nothing of this store. What it has already stays in its history.`];
  return [
    `${sees} ${count(acts, 'act')} of this store, and no conversations.`,
    'Corrections, golds, candidates and reasons quote conversations: share them only with people who may read those.',
    ...(in_git ? [] : ['This folder is not in a git repository yet.']),
    ...(kept_out === undefined ? [] : [`An ignore rule keeps the store out of git all the same: ${kept_out}`]),
    ...(dryRun
      ? []
      : [
          `Next: git add ${quoted(store)}, and commit. Others find the acts on their conversations after a pull, when they imported`,
          'them under the same source.',
        ]),
  ];
}
