import { commands, Disposable, l10n, window, workspace } from 'vscode';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { conversations, number } from '../words';

/** Commands about the store and the process that holds it. */
export function registerStore(host: Host, busy: Busy): Disposable {
  return Disposable.from(
    host.command('loop.store.choose', () => chooseFolder(host)),
    host.command('loop.store.stats', async () => tellStats(host)),
    host.command('loop.store.share', async () => shareFeedback(host)),
    host.command('loop.store.rebuild', async () => {
      await busy.run(l10n.t('Making the index anew'), (call) => host.engine.call('store.rebuild', {}, call));
      window.setStatusBarMessage(l10n.t('The index was made anew from the log'), 5000);
    }),
    host.command('loop.server.restart', () => host.server.restart()),
    host.command('loop.log.show', () => host.log.show()),
  );
}

/** Asks again where there is a choice; elsewhere the setting is what moves the store. */
async function chooseFolder(host: Host): Promise<void> {
  if ((workspace.workspaceFolders?.length ?? 0) > 1 && !workspace.getConfiguration('loop').get('store.path')) {
    await host.store.forget();
    await host.store.current();
    return;
  }
  const settings = l10n.t('Open Settings');
  const { path } = await host.store.current();
  const answer = await window.showInformationMessage(
    l10n.t('The store is {0}. The setting loop.store.path moves it.', path),
    settings,
  );
  if (answer === settings) await commands.executeCommand('workbench.action.openSettings', 'loop.store.path');
}

async function tellStats(host: Host): Promise<void> {
  const { store, traces, acts, bytes, elsewhere, damage } = await host.engine.call('store.stats', {});
  const megabytes = number(Math.round(Object.values(bytes).reduce((sum, n) => sum + n, 0) / 1e5) / 10);
  void window.showInformationMessage(
    [
      l10n.t('{0}: {1}, acts: {2}, {3} MB', store, conversations(traces), number(acts), megabytes),
      elsewhere > 0 && l10n.t('Acts on conversations that are not here: {0}', conversations(elsewhere)),
      damage.length > 0 && l10n.t('Damaged places in the log: {0} (loop stats lists them)', number(damage.length)),
    ]
      .filter((text) => text !== false)
      .join('. '),
  );
}

/** Asked first: what people wrote quotes conversations. */
async function shareFeedback(host: Host): Promise<void> {
  const { shared, acts } = await host.engine.call('store.share', { dry_run: true });
  if (shared) return stopSharing(host);
  const share = l10n.t('Share');
  const answer = await window.showWarningMessage(
    l10n.t('Let git see the feedback of this store?'),
    {
      modal: true,
      detail: l10n.t(
        'git sees {0} acts, and no conversations. Corrections, golds, candidates and reasons quote conversations: share them only with people who may read those.',
        number(acts),
      ),
    },
    share,
  );
  if (answer !== share) return;
  const { in_git, kept_out } = await host.engine.call('store.share', { confirmed: true });
  if (!in_git) void window.showWarningMessage(l10n.t('The folder of the store is not in a git repository yet.'));
  else if (kept_out !== undefined)
    void window.showWarningMessage(l10n.t('An ignore rule keeps the store out of git all the same: {0}', kept_out));
  else void window.showInformationMessage(l10n.t('git sees the feedback now. Commit the folder .loop to share it.'));
}

async function stopSharing(host: Host): Promise<void> {
  const stop = l10n.t('Stop Sharing');
  const answer = await window.showInformationMessage(l10n.t('The feedback of this store is shared in git.'), stop);
  if (answer !== stop) return;
  await host.engine.call('store.share', { shared: false });
  void window.showInformationMessage(
    l10n.t('git sees nothing of this store any more. What it has already stays in its history.'),
  );
}
