import { Socket } from 'node:net';

/**
 * A socket that sends everything written in one turn of the event loop as one packet. The driver uncorks after each statement;
 * with pipelining, each uncork would cost a system call and a wake-up of the server.
 */
export class CoalescingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
