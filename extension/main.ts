import { commands, window, type ExtensionContext } from 'vscode';
import { monotonicFactory } from 'ulid';
import { registerDatasets } from './datasets/register';
import { rememberActs } from './engine/acts';
import { actIds } from '../core/log/act-ids';
import { parseSlice } from '../core/slice/parse';
import { connectEngine } from './engine/connect';
import { reportStatus } from './engine/status';
import { createFailures } from './failures';
import type { Host } from './host';
import { registerLabels } from './labels/register';
import { Server } from './language/server';
import { createPanelFocus } from './panel/focus';
import { deleteTraces } from './review/delete';
import { registerReview } from './review/register';
import { registerRubrics } from './rubrics/register';
import { registerSources } from './sources/register';
import { createStoreLocation } from './store/location';
import { registerStore } from './store/register';
import { registerDocuments } from './text/documents';
import { registerGone } from './text/gone';
import { registerWalkthrough } from './walkthrough';

/** The whole host on a page. Nothing here waits, reads or starts a process: that comes with the first look or call. */
export function activate(context: ExtensionContext): void {
  const host = createHost(context);
  const focus = createPanelFocus();
  const review = registerReview(host, focus);
  const showPart = async (part: { dataset: string; part: string; title: string }) => {
    review.session.showPart(part);
    await commands.executeCommand('loop.review.focus');
  };
  const showSlice = async (text: string) => {
    await review.session.setFilter({ text, slice: parseSlice(text) });
    await commands.executeCommand('loop.review.focus');
  };
  context.subscriptions.push(
    review.subscription,
    registerDatasets(host, { focus, filter: () => review.session.filter.slice, showPart }),
    registerLabels(host, review.session),
    registerRubrics(host, { currentTrace: review.currentTrace, showLowest: review.showLowest, showSlice }),
    registerSources(host, {
      filter: (slice) => review.filter(slice),
      delete: (traces) => deleteTraces(host, review.busy, traces),
    }),
    registerDocuments(host, review.targets),
    registerGone(host),
    registerStore(host, review.busy),
    registerWalkthrough(),
  );
  stop = () => host.engine.close().then(() => host.server.stop());
}

/** Lets the server write what is pending and end. */
export function deactivate(): Promise<void> | undefined {
  return stop?.();
}

let stop: (() => Promise<void>) | undefined;

function createHost(context: ExtensionContext): Host {
  const log = window.createOutputChannel('Conscious Loop', { log: true });
  const fail = createFailures(log);
  const store = createStoreLocation(context);
  const server = new Server(context, log);
  const ids = actIds(monotonicFactory());
  const { engine, acts } = rememberActs(connectEngine(server, store, fail), () => ids.ulid());
  context.subscriptions.push(log, store, reportStatus(server, log, fail));
  // Language features need no store: the server starts by itself, once activation is over.
  setImmediate(() => void server.start().catch(fail));
  return {
    context,
    log,
    engine,
    acts,
    server,
    store,
    fail,
    command: (id, run) =>
      commands.registerCommand(id, async (...args: readonly unknown[]) => {
        try {
          return await run(...args);
        } catch (error) {
          fail(error);
          return undefined;
        }
      }),
  };
}
