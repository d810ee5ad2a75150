import {
  type CallEventMessage,
  type CallState,
  callEventMessageSchema,
  callStateSchema,
  recordingConfirmationSchema,
  repServerEventSchemas,
} from '@callside/schemas';
import { type SocketAddress, SocketClient } from './socket-client.ts';

/** A rep's browser tab. It shows the state of the highest version, as pages are told to. */
export class Tab extends SocketClient {
  state: CallState | null = null;

  constructor(address: SocketAddress) {
    super('/rep', repServerEventSchemas, address);
    this.socket.on('call.state', (payload) => this.#show(callStateSchema.parse(payload)));
    this.socket.on('call.event', (payload) => this.#show(callEventMessageSchema.parse(payload).state));
    this.socket.on('recording.confirmation', (payload) => {
      const confirmation = recordingConfirmationSchema.parse(payload);
      if (this.state) this.state = { ...this.state, recording: { ...this.state.recording, confirmation } };
    });
  }

  get events(): CallEventMessage[] {
    return this.named('call.event').map((payload) => callEventMessageSchema.parse(payload));
  }

  /** Waits for `count` events since the last `forget`, and for what it shows then. */
  async showsAfter(count: number): Promise<CallState> {
    await this.hears('call.event', count);
    if (this.state === null) throw new Error('a tab that hears events shows a state');
    return this.state;
  }

  #show(state: CallState): void {
    if (this.state === null || state.version >= this.state.version) this.state = state;
  }
}
