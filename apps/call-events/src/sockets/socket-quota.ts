import type { PushNamespace, PushSocket } from './socket-types.ts';

/** The message of `connect_error` for a client that has too many sockets. */
const tooMany = 'too_many_sockets';

/** Limits the sockets of a rep in a namespace of this instance to `most`. Must run after the guard. */
export function limitSockets(namespace: PushNamespace, most: number): void {
  const counts = new Map<string, number>();
  const countOf = ({ data }: PushSocket) => counts.get(data.user?.id ?? '') ?? 0;

  namespace.use((socket, next) => next(countOf(socket) >= most ? new Error(tooMany) : undefined));
  namespace.on('connection', (socket) => {
    const userId = socket.data.user?.id ?? '';
    counts.set(userId, countOf(socket) + 1);
    socket.on('disconnect', () => {
      const left = countOf(socket) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    });
    // Several sockets may pass the check at the same time.
    if (countOf(socket) > most) socket.disconnect(true);
  });
}
