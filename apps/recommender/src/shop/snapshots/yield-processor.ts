import { constants, getPriority, setPriority } from 'node:os';

const wanted = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Gives requests of the service priority when processors are scarce. On Linux, this affects only the calling thread. A service that was
 * started with a lower priority, as by `nice`, keeps it: the system allows no account but root to raise it.
 */
export function yieldProcessor(): void {
  if (process.platform === 'linux' && getPriority(0) < wanted) setPriority(0, wanted);
}
