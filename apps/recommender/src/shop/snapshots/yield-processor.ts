import { constants, setPriority } from 'node:os';

/** Gives requests of the service priority when processors are scarce. On Linux, this affects only the calling thread. */
export function yieldProcessor(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
