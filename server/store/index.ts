import type { Store } from '../../core/ports';
import type { StoreOptions } from './options';

export type { HeldLease, StoreOptions } from './options';

/** Opens the store, making it when there is none. @throws Problem `store_*`, `folder_not_writable`, `disk_full` */
export declare function openStore(options: StoreOptions): Promise<Store>;
