import { recordingAcknowledgementSchema } from '@callside/schemas';
import type { CompanionMessage } from '../rules/messages.ts';
import type { PushSocket, RecordingAnswer } from './socket-types.ts';

/** Longer than a companion could need to mute; until then the recording state is `requested`. */
const acknowledgementTimeoutMs = 60_000;

/**
 * Sends one message; a recording state requests an acknowledgement that it was applied. The socket's data keeps what was sent.
 * The connection keeps messages in order and closes when it loses one, so that no message is sent twice.
 */
export function sendToCompanion(socket: PushSocket, message: CompanionMessage): void {
  if (message.name !== 'recording.state') {
    socket.emit(message.name, message.payload);
    return;
  }
  const { sequence } = message.payload;
  socket.data.deliveredSequence = Math.max(sequence, socket.data.deliveredSequence ?? sequence);
  const sentAt = performance.now();
  const answered = (outcome: RecordingAnswer['outcome']) =>
    socket.data.onRecordingAnswer?.({ outcome, seconds: (performance.now() - sentAt) / 1_000 });
  socket.timeout(acknowledgementTimeoutMs).emit(message.name, message.payload, (timeout, answer) => {
    const acknowledgement = recordingAcknowledgementSchema.safeParse(answer);
    if (timeout !== null || !acknowledgement.success) {
      answered('missed');
      return;
    }
    const { applied } = acknowledgement.data;
    // A companion cannot have applied a sequence that was not sent.
    const isPlausible = applied >= 0 && applied <= (socket.data.deliveredSequence ?? 0);
    answered(isPlausible ? 'applied' : 'missed');
    if (isPlausible) socket.data.onAcknowledged?.(applied);
  });
}
