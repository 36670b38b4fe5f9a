import type { RegisterFeature } from '../state';
import { registerCodeActions } from './code-actions';
import { registerCodeLens } from './code-lens';
import { registerCompletion } from './completion';
import { registerDiagnostics } from './diagnostics';
import { registerFolding } from './folding';
import { registerFormatting } from './formatting';
import { registerHover } from './hover';
import { registerInlayHints } from './inlay-hints';
import { registerLinks } from './links';
import { registerNavigation } from './navigation';
import { registerRename } from './rename';
import { registerSemanticTokens } from './semantic-tokens';
import { registerSymbols } from './symbols';
import { registerSynchronisation } from './synchronisation';
import { registerWatching } from './watching';

/** The language features, one file each. */
export const features: readonly RegisterFeature[] = [
  registerSynchronisation,
  registerWatching,
  registerDiagnostics,
  registerCodeActions,
  registerCompletion,
  registerHover,
  registerSymbols,
  registerFolding,
  registerLinks,
  registerNavigation,
  registerRename,
  registerFormatting,
  registerSemanticTokens,
  registerInlayHints,
  registerCodeLens,
];
