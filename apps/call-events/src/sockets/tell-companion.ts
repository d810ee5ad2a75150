import { recordingAcknowledgementSchema } from '@callside/schemas';
import type { CompanionMessage } from '../domain/announcement.ts';
import type { PushSocket } from './socket-types.ts';

/** Called when a companion has applied a sequence sent on this connection; that includes all earlier ones. */
export type OnAcknowledged = (socketId: string, sequence: number) => void;

/** Longer than a companion could need to mute; until then the recording state is `requested`. */
const acknowledgementTimeoutMs = 60_000;

/**
 * Sends one message; a recording state requests an acknowledgement that it was applied. The socket's data keeps what was sent.
 * The connection keeps messages in order and closes when it loses one, so that no message is sent twice.
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
    // A companion cannot have applied a sequence that was not sent.
    if (applied >= 0 && applied <= (socket.data.sequenceTold ?? 0)) onAcknowledged(socket.id, applied);
  });
}
