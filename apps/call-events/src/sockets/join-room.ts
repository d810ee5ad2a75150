import type { Logger } from '@callside/service-kit';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { roomOf } from './room.ts';
import type { PushSocket } from './socket-types.ts';

export interface SnapshotDependencies {
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  wasTold: (userId: string, version: number) => void;
  logger: Logger;
}

/**
 * Lets a socket hear its rep's announcements, then reads the state and greets with it: in this order nothing falls
 * between the two, and a client drops what is older than what it has.
 */
export async function joinRoom(
  socket: PushSocket,
  greet: (rep: RepSnapshot) => void,
  { readSnapshot, wasTold, logger }: SnapshotDependencies,
): Promise<void> {
  const userId = socket.data.user?.id;
  try {
    if (userId === undefined) throw new Error('a socket has passed no guard');
    await socket.join(roomOf(userId));
    const rep = await readSnapshot(userId);
    if (rep === null) throw new Error('the user of a socket has disappeared');
    greet(rep);
    wasTold(userId, rep.state.version);
  } catch (error) {
    logger.warn({ err: error }, 'a socket could not be greeted');
    // The transport, not the socket: the client takes it for a loss and connects again.
    socket.conn.close();
  }
}
