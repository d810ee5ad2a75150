import { recordingAcknowledgementSchema } from '@callside/schemas';
import { type CompanionMessage, recordingStateView } from '../domain/call-audience.ts';
import { joinRoom, type SnapshotDependencies } from './join-room.ts';
import { type SessionDependencies, serveSessions } from './session-requests.ts';
import type { PushNamespace, PushSocket } from './socket-types.ts';

/** A companion says that it has applied a sequence that it was sent on this connection, or a later one of them. */
export type OnAcknowledged = (socketId: string, sequence: number) => void;

/** Longer than a companion could need to switch its sound off; until then the recording counts as requested. */
const acknowledgementTimeoutMs = 60_000;

/** Where it is kept which companions are connected. */
export interface CompanionsOnFile {
  connect: (socketId: string, userId: string) => Promise<void>;
  disconnect: (socketId: string) => void;
}

/**
 * `/companion`: a rep's desktop program. It gets the recording state on connect and on every change, and answers it; it
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

/**
 * Sends one message; a recording state asks for the acknowledgement that it was applied. What was sent is kept with the
 * socket. The connection keeps the order of messages and is closed when it loses one, so that nothing has to be sent twice.
 */
export function tellCompanion(socket: PushSocket, message: CompanionMessage, onAcknowledged: OnAcknowledged): void {
  if (message.name !== 'recording.state') {
    socket.emit(message.name, message.payload);
    return;
  }
  const { sequence } = message.payload;
  socket.data.sequenceTold = Math.max(sequence, socket.data.sequenceTold ?? sequence);
  socket.timeout(acknowledgementTimeoutMs).emit(message.name, message.payload, (timeout, answer) => {
    const acknowledgement = recordingAcknowledgementSchema.safeParse(answer);
    if (timeout !== null || !acknowledgement.success) return;
    const { applied } = acknowledgement.data;
    // What it was not sent it cannot have applied.
    if (applied >= 0 && applied <= (socket.data.sequenceTold ?? 0)) onAcknowledged(socket.id, applied);
  });
}
