import path from 'node:path';
import type { Engine } from '../../core/protocol/engine';
import type { OpenMessage, statusMessage } from '../../core/protocol/wire';
import { Redactor } from '../../core/redact/redact';
import type { RedactOptions } from '../../core/redact/options';
import type * as z from 'zod';
import { openStore } from '../store';
import { monotonicIds, nodeHasher, systemClock } from './context';
import { makeEngine } from './engine';

export type EngineState = z.infer<typeof statusMessage>['state'];

export interface OpenOptions extends OpenMessage {
  /** Told how the opening goes; `detail` is for people. */
  readonly onStatus?: (state: EngineState, detail?: string) => void;
}

/** Name of the kind under which own patterns of the settings are masked. */
const ownKind = 'custom';

/**
 * Opens the engine of a store, making the store when there is none.
 * @throws Problem `store_*`, `folder_not_writable`, `redact_pattern_invalid`
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const redaction = redactOptions(options.redaction);
  const redactor = new Redactor(redaction);
  const [clock, ids] = [systemClock, monotonicIds()];
  const workspace = path.dirname(options.store);
  options.onStatus?.('opening');
  const store = await openStore({
    path: options.store,
    clock,
    ids,
    hasher: nodeHasher,
    workspace,
    onProgress: ({ done, total }) =>
      options.onStatus?.('rebuilding', total ? `${Math.floor((100 * done) / total)} %` : undefined),
  });
  options.onStatus?.('open');
  const context = { store, redactor, redaction, clock, ids, hasher: nodeHasher, workspace, busy: { what: undefined } };
  return makeEngine(context, options.reviewer ?? 'unknown');
}

function redactOptions(settings: OpenMessage['redaction'] = {}): RedactOptions {
  const { off = [], on = [], patterns = [], allow = [] } = settings;
  return {
    disabled: off,
    enabled: on,
    patterns: patterns.map((pattern) => ({ kind: ownKind, pattern })),
    allow,
  } as RedactOptions;
}
