import type { PushNamespace } from './socket-types.ts';

export interface OpenSessions {
  /** Those of the sessions that are open, and of the keys that are usable. */
  whichAreOpen: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Closes the connections whose session or key has ended or expired. While these cannot be read, the sockets stay: a rep keeps
 * seeing the call.
 */
export async function closeEnded({ sockets }: Pick<PushNamespace, 'sockets'>, sessions: OpenSessions): Promise<void> {
  const ids = new Set<string>();
  for (const { data } of sockets.values()) if (data.grantId !== undefined) ids.add(data.grantId);
  if (ids.size === 0) return;
  const open = await sessions.whichAreOpen([...ids]);
  for (const socket of sockets.values()) {
    const { grantId } = socket.data;
    // A socket may have been opened while the sessions were read.
    const hasEnded = grantId !== undefined && ids.has(grantId) && !open.has(grantId);
    // Closes the connection, not the socket: a browser with a newer cookie or token then reconnects automatically.
    if (hasEnded) socket.conn.close(true);
  }
}
