import type { CompanionMessage } from '../views/messages.ts';
import { recordingStateView } from '../views/recording.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { sendToCompanion } from './send-to-companion.ts';
import { type SessionDependencies, serveSessions } from './session-requests.ts';
import type { PushNamespace, RecordingAnswer } from './socket-types.ts';

/** Stores which companions are connected, and what they have acknowledged. */
export interface ConnectedCompanions {
  connect: (socketId: string, userId: string) => Promise<void>;
  disconnect: (socketId: string) => void;
  acknowledge: (socketId: string, sequence: number) => void;
}

/**
 * `/companion`: a rep's desktop program. It gets the recording state on connect and on every change, and acknowledges it. It
 * produces the transcription sessions of the rep's calls.
 */
export function serveCompanions(
  namespace: PushNamespace,
  {
    presence,
    sessions,
    readSnapshot,
    onRecordingAnswer,
    ...dependencies
  }: SnapshotDependencies & {
    presence: ConnectedCompanions;
    sessions: SessionDependencies;
    onRecordingAnswer: (answer: RecordingAnswer) => void;
  },
): void {
  namespace.on('connection', (socket) => {
    // Over the limit of sockets: its 'disconnect' has already happened, so its presence would never be removed.
    if (!socket.connected) return;
    serveSessions(socket, sessions);
    socket.on('disconnect', () => presence.disconnect(socket.id));
    socket.data.onRecordingAnswer = onRecordingAnswer;
    socket.data.onAcknowledged = (sequence) => presence.acknowledge(socket.id, sequence);
    const send = (message: CompanionMessage) => sendToCompanion(socket, message);
    void joinRoom(
      socket,
      {
        sendState: ({ state }) => send({ name: 'recording.state', payload: recordingStateView(state) }),
        announce: ({ companion }) => companion.forEach(send),
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
