import type { PushNamespace } from './socket-types.ts';

export interface OpenSessions {
  /** Those of the sessions that are open. */
  whichAreOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Closes the connections whose session has ended or expired. While the sessions cannot be read, the sockets stay: a rep keeps
 * seeing the call.
 */
export async function closeEnded({ sockets }: Pick<PushNamespace, 'sockets'>, sessions: OpenSessions): Promise<void> {
  const ids = new Set<string>();
  for (const { data } of sockets.values()) if (data.sessionId !== undefined) ids.add(data.sessionId);
  if (ids.size === 0) return;
  const open = await sessions.whichAreOpen([...ids]);
  for (const socket of sockets.values()) {
    const { sessionId } = socket.data;
    // A socket may have been opened while the sessions were read.
    const hasEnded = sessionId !== undefined && ids.has(sessionId) && !open.has(sessionId);
    // Closes the connection, not the socket: a browser with a newer cookie then reconnects automatically.
    if (hasEnded) socket.conn.close(true);
  }
}
