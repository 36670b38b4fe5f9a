import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import type { Engine } from '../core/protocol/engine';
import type { Acts } from './engine/acts';
import type { Server } from './language/server';
import type { StoreLocation } from './store/location';

/** What every part of the host is given. Nothing in it does work before it is asked. */
export interface Host {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  /** Starts the server process and opens the store with the first call. */
  readonly engine: Engine;
  /** What this window did, for undo. */
  readonly acts: Acts;
  readonly server: Server;
  readonly store: StoreLocation;
  /** Shows a failure once in the user's words; a cancelled call is none. */
  readonly fail: (error: unknown) => void;
  /** Registers a command whose failures are shown, not thrown at the editor. */
  readonly command: (id: string, run: (...args: readonly unknown[]) => unknown) => Disposable;
}
