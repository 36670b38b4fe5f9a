import { openTestStore } from '../../support/store';
import { storeLaws } from './contract/laws';

storeLaws('SQLite', { open: openTestStore, tries: (numRuns) => ({ numRuns }) });
