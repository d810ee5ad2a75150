import { companionServerEventSchemas, type RecordingState, recordingStateSchema } from '@callside/schemas';
import { type SocketAddress, SocketClient } from './socket-client.ts';

type Answer = (state: RecordingState) => unknown;

/** A rep's desktop companion. It acknowledges every recording state as applied, until told to answer otherwise. */
export class Companion extends SocketClient {
  answer: Answer | null = ({ sequence }) => ({ applied: sequence });

  constructor(address: SocketAddress) {
    super('/companion', companionServerEventSchemas, address);
    this.socket.on('recording.state', (payload, acknowledge: (answer: unknown) => void) => {
      if (this.answer) acknowledge(this.answer(recordingStateSchema.parse(payload)));
    });
  }

  get recordingStates(): RecordingState[] {
    return this.named('recording.state').map((payload) => recordingStateSchema.parse(payload));
  }
}
