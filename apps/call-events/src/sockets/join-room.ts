import type { Logger } from '@callside/service-kit';
import type { RepSnapshot } from '../domain/rep-state.ts';
import type { Announcement } from '../views/messages.ts';
import type { Audience } from './audience.ts';
import { roomOf } from './room.ts';
import type { PushSocket } from './socket-types.ts';

export interface SnapshotDependencies {
  audience: Pick<Audience, 'collect'>;
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  logger: Logger;
}

interface Receiver {
  sendState: (rep: RepSnapshot) => void;
  announce: (announcement: Announcement) => void;
}

/**
 * Sends a socket its rep's state, then adds it to the rep's room. Announcements made while the state was read are sent after
 * it, so that a client gets the state first and misses nothing.
 */
export async function joinRoom(
  socket: PushSocket,
  { sendState, announce }: Receiver,
  { audience, readSnapshot, logger }: SnapshotDependencies,
): Promise<void> {
  const userId = socket.data.user?.id;
  let endCollection = () => {};
  try {
    if (userId === undefined) throw new Error('a socket has passed no guard');
    const meanwhile: Announcement[] = [];
    endCollection = audience.collect(userId, meanwhile);
    const rep = await readSnapshot(userId);
    if (rep === null) throw new Error('the user of a socket does not exist');
    // A closed socket would stay in the room forever.
    if (!socket.connected) return;
    sendState(rep);
    for (const announcement of meanwhile) {
      if (announcement.version === null || announcement.version >= rep.state.version) announce(announcement);
    }
    await socket.join(roomOf(userId));
  } catch (error) {
    logger.warn({ err: error }, 'a socket could not get its first state');
    // Closes the transport, not the socket: the client treats it as a lost connection and reconnects.
    socket.conn.close();
  } finally {
    endCollection();
  }
}
