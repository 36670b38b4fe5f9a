export { openStore } from './open-store';
export type { HeldLease, StoreOptions } from './options';
export { acquireLease, type Acquired, type LeaseOptions } from './lease/lease';
export type { FailPoint, Faults } from './disk/faults';
