import type { CompanionMessage } from '../domain/announcement.ts';
import { recordingStateView } from '../domain/call-audience.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { type SessionDependencies, serveSessions } from './session-requests.ts';
import type { PushNamespace } from './socket-types.ts';
import { type OnAcknowledged, tellCompanion } from './tell-companion.ts';

/** Stores which companions are connected. */
export interface CompanionsOnFile {
  connect: (socketId: string, userId: string) => Promise<void>;
  disconnect: (socketId: string) => void;
}

/**
 * `/companion`: a rep's desktop program. It gets the recording state on connect and on every change, and acknowledges it. It
 * produces the transcription sessions of the rep's calls.
 */
export function serveCompanions(
  namespace: PushNamespace,
  {
    onAcknowledged,
    presence,
    sessions,
    readSnapshot,
    ...dependencies
  }: SnapshotDependencies & {
    onAcknowledged: OnAcknowledged;
    presence: CompanionsOnFile;
    sessions: SessionDependencies;
  },
): void {
  namespace.on('connection', (socket) => {
    // Over the limit of sockets: its 'disconnect' has passed already, and nothing would take it off the file again.
    if (!socket.connected) return;
    serveSessions(socket, sessions);
    socket.on('disconnect', () => presence.disconnect(socket.id));
    const tell = (message: CompanionMessage) => tellCompanion(socket, message, onAcknowledged);
    void joinRoom(
      socket,
      {
        greet: ({ state }) => tell({ name: 'recording.state', payload: recordingStateView(state) }),
        tell: ({ companion }) => companion.forEach(tell),
      },
      {
        ...dependencies,
        readSnapshot: async (userId) => {
          await presence.connect(socket.id, userId);
          return readSnapshot(userId);
        },
      },
    );
  });
}
