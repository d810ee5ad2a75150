import type { PushNamespace } from './socket-types.ts';

/** The message of `connect_error` for a client that has too many sockets. */
const tooMany = 'too_many_sockets';

/** Limits the sockets of a rep in a namespace of this instance to `most`. Must run after the guard; no later middleware may refuse. */
export function limitSockets(namespace: PushNamespace, most: number): void {
  const counts = new Map<string, number>();
  const countOf = (userId: string) => counts.get(userId) ?? 0;

  // Sockets count from here on and not from `connection`, because many may connect at the same time.
  namespace.use((socket, next) => {
    const userId = socket.data.user?.id ?? '';
    if (countOf(userId) >= most) return next(new Error(tooMany));
    // A client whose transport has closed already gets neither a connection nor an event of its end.
    if (socket.conn.readyState !== 'open') return next();
    counts.set(userId, countOf(userId) + 1);
    const release = () => {
      socket.conn.off('close', release);
      socket.off('disconnect', release);
      const left = countOf(userId) - 1;
      if (left > 0) counts.set(userId, left);
      else counts.delete(userId);
    };
    socket.conn.once('close', release);
    socket.once('disconnect', release);
    next();
  });
}
