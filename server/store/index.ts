export { DamagedLine } from './log/damaged-line';
export { openStore } from './open-store';
export type { HeldLease, StoreOptions } from './options';
export { acquireLease, type Acquired, type LeaseOptions } from './lease/lease';
export { isStore } from './disk/identity';
export { fileSteps, type FailPoint, type Faults } from './disk/faults';
export { Disk, type Tampering } from './disk/disk';
