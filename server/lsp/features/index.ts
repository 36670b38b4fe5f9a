import type { RegisterFeature } from '../state';
import { registerDiagnostics } from './diagnostics';
import { registerSynchronisation } from './synchronisation';

/** The language features, one file each. */
export const features: readonly RegisterFeature[] = [registerSynchronisation, registerDiagnostics];
