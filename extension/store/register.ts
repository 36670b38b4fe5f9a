import { Disposable, l10n, window } from 'vscode';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { number } from '../words';

/** Commands about the store and the process that holds it. */
export function registerStore(host: Host, busy: Busy): Disposable {
  return Disposable.from(
    host.command('loop.store.choose', () => host.store.forget()),
    host.command('loop.store.stats', async () => tellStats(host)),
    host.command('loop.store.rebuild', async () => {
      await busy.run(l10n.t('Making the index anew'), (call) => host.engine.call('store.rebuild', {}, call));
      window.setStatusBarMessage(l10n.t('The index was made anew from the log'), 5000);
    }),
    host.command('loop.server.restart', () => host.server.restart()),
    host.command('loop.log.show', () => host.log.show()),
  );
}

async function tellStats(host: Host): Promise<void> {
  const { store, traces, acts, bytes } = await host.engine.call('store.stats', {});
  const megabytes = number(Math.round(Object.values(bytes).reduce((sum, n) => sum + n, 0) / 1e5) / 10);
  void window.showInformationMessage(
    l10n.t('{0}: {1} conversations, {2} acts, {3} MB', store, number(traces), number(acts), megabytes),
  );
}
