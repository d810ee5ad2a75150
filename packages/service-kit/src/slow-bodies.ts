import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const mostIdleMs = 30_000;

const allowed = new WeakSet<Socket>();

/**
 * Lets the body of this request take longer than the server's `requestTimeout`, as long as bytes of it arrive: a large file over a slow line.
 * Closes the connection when nothing arrives for `idleMs`. Only for senders who are signed in.
 */
export function allowSlowBody(request: IncomingMessage, idleMs = mostIdleMs): void {
  const { socket } = request;
  if (request.complete) return;
  allowed.add(socket);
  request.setTimeout(idleMs, () => request.destroy());
  request.once('end', () => {
    allowed.delete(socket);
    socket.setTimeout(0);
  });
}

/** Whether the request that the connection is sending may take long. */
export function maySendSlowly(socket: Socket): boolean {
  return allowed.has(socket);
}
