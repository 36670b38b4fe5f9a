import { openTestStore } from '../../support/store';
import { storeLaws } from './contract/laws';

storeLaws('SQLite', { open: (folder) => openTestStore(folder), runs: (usual) => usual });
