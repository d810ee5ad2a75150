import { constants, setPriority } from 'node:os';

/** Lets the requests of the service go first where processors are scarce. On Linux, a priority is that of the calling thread only. */
export function yieldProcessor(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
