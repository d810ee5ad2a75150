import type { PushNamespace, PushSocket } from './socket-types.ts';

/** What a client hears that has too many sockets already, as the message of `connect_error`. */
const tooMany = 'too_many_sockets';

/** Lets a rep have so many sockets in a namespace of this instance, and refuses further ones. After the guard. */
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
    // Several were let in at once.
    if (countOf(socket) > most) socket.disconnect(true);
  });
}
