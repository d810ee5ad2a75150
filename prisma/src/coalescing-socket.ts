import { Socket } from 'node:net';

/**
 * A socket that sends what one turn of the program writes as one packet. The driver uncorks after each statement; under
 * a pipeline that is a system call and a wake-up of the server for every one of them.
 */
export class CoalescingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
