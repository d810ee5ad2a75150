import {
  type CallEventMessage,
  type CallState,
  callEventMessageSchema,
  callStateSchema,
  companionPresenceSchema,
  type Recording,
  recordingConfirmationSchema,
  repServerEventSchemas,
} from '@callside/schemas';
import { type SocketAddress, SocketClient } from './socket-client.ts';

/** A rep's browser tab. It shows the state with the highest version, as the contract requires. */
export class Tab extends SocketClient {
  state: CallState | null = null;

  constructor(address: SocketAddress) {
    super('/rep', repServerEventSchemas, address);
    this.socket.on('call.state', (payload) => this.#show(callStateSchema.parse(payload)));
    this.socket.on('call.event', (payload) => this.#show(callEventMessageSchema.parse(payload).state));
    this.socket.on('recording.confirmation', (payload) => {
      const confirmation = recordingConfirmationSchema.parse(payload);
      const { companion, sequence } = this.state?.recording ?? {};
      const isCurrent = companion === 'connected' && sequence === confirmation.sequence;
      this.#learn({ confirmation, ...(isCurrent && { state: 'confirmed' }) });
    });
    this.socket.on('companion.presence', (payload) => {
      const { connected } = companionPresenceSchema.parse(payload);
      this.#learn(
        connected ? { companion: 'connected', state: 'requested' } : { companion: 'absent', state: 'unknown' },
      );
    });
  }

  get events(): CallEventMessage[] {
    return this.named('call.event').map((payload) => callEventMessageSchema.parse(payload));
  }

  /** Waits for `count` events since the last `forget`; resolves to the state shown then. */
  async showsAfter(count: number): Promise<CallState> {
    await this.hears('call.event', count);
    if (this.state === null) throw new Error('a tab that hears events shows a state');
    return this.state;
  }

  #learn(news: Partial<Recording>): void {
    const { recording } = this.state ?? {};
    if (this.state && recording) this.state = { ...this.state, recording: { ...recording, ...news } };
  }

  #show(state: CallState): void {
    if (this.state === null || state.version >= this.state.version) this.state = state;
  }
}
