import { recordingAcknowledgementSchema } from '@callside/schemas';
import type { CompanionMessage } from '../domain/announcement.ts';
import type { PushSocket } from './socket-types.ts';

/** A companion says that it has applied a sequence that it was sent on this connection, or a later one of them. */
export type OnAcknowledged = (socketId: string, sequence: number) => void;

/** Longer than a companion could need to switch its sound off; until then the recording counts as requested. */
const acknowledgementTimeoutMs = 60_000;

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
