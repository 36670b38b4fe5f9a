import type { Engine } from '../../core/protocol/engine';
import { Problem } from '../../core/lib/problem';
import type { OpenMessage } from '../../core/protocol/wire';

/** The engine of the window's store: opened on request, replaced when the window turns to another store. */
export class EngineLink {
  private current: { store: string; opening: Promise<Engine> } | undefined;
  private readonly listeners = new Set<(engine: Engine) => void>();

  constructor(private readonly start: (options: OpenMessage) => Promise<Engine>) {}

  /** Opens a store, closing the one before. Opening the same one again answers with the engine there is. */
  async open(options: OpenMessage): Promise<Engine> {
    if (this.current?.store === options.store) return this.current.opening;
    await this.close();
    const opening = this.start(options);
    this.current = { store: options.store, opening };
    try {
      const engine = await opening;
      for (const listener of this.listeners) listener(engine);
      return engine;
    } catch (error) {
      // A store that would not open may open later: the next request tries again.
      this.current = undefined;
      throw error;
    }
  }

  /** The engine, once its store is open. */
  engine(): Promise<Engine> {
    return this.current?.opening ?? Promise.reject(new Problem('store_not_found', { path: 'this window' }));
  }

  /** Called whenever a store has been opened. */
  onOpen(listener: (engine: Engine) => void): void {
    this.listeners.add(listener);
  }

  async close(): Promise<void> {
    const closing = this.current;
    this.current = undefined;
    await closing?.opening.then((engine) => engine.close()).catch(() => undefined);
  }
}
