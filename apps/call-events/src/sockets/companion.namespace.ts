import { recordingAcknowledgementSchema } from '@callside/schemas';
import { type CompanionMessage, recordingStateView } from '../domain/call-audience.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { type SessionDependencies, serveSessions } from './session-requests.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';

export type OnAcknowledged = (userId: string, sequence: number) => void;

const acknowledgementTimeoutMs = 10_000;

/**
 * `/companion`: a rep's desktop program. It gets the recording state on connect and on every change, and answers it; it
 * produces the transcription sessions of the rep's calls.
 */
export function serveCompanions(
  namespace: PushNamespace,
  {
    onAcknowledged,
    sessions,
    ...dependencies
  }: SnapshotDependencies & { onAcknowledged: OnAcknowledged; sessions: SessionDependencies },
): void {
  namespace.on('connection', (socket) => {
    serveSessions(socket, sessions);
    const tell = (message: CompanionMessage) => tellCompanion(socket, message, onAcknowledged);
    void joinRoom(
      socket,
      {
        greet: ({ state }) => tell({ name: 'recording.state', payload: recordingStateView(state) }),
        tell: ({ companion }) => companion.forEach(tell),
      },
      dependencies,
    );
  });
}

/** Sends one message; a recording state asks for the acknowledgement that it was applied. */
export function tellCompanion(socket: PushSocket, message: CompanionMessage, onAcknowledged: OnAcknowledged): void {
  if (message.name !== 'recording.state') {
    socket.emit(message.name, message.payload);
    return;
  }
  socket.timeout(acknowledgementTimeoutMs).emit(message.name, message.payload, (timeout, answer) => {
    const acknowledgement = recordingAcknowledgementSchema.safeParse(answer);
    const userId = socket.data.user?.id;
    if (timeout === null && acknowledgement.success && userId !== undefined) {
      onAcknowledged(userId, acknowledgement.data.applied);
    }
  });
}
