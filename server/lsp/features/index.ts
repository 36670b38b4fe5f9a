import type { RegisterFeature } from '../state';
import { registerCodeActions } from './code-actions';
import { registerDiagnostics } from './diagnostics';
import { registerSynchronisation } from './synchronisation';
import { registerWatching } from './watching';

/** The language features, one file each. */
export const features: readonly RegisterFeature[] = [
  registerSynchronisation,
  registerWatching,
  registerDiagnostics,
  registerCodeActions,
];
