import { type AmiCall, type AmiMessage, findInAmiEvent, type IsAgent } from '@callside/dialler-adapters';

interface BridgedChannel {
  bridge: string | undefined;
  /** The agent's call; null: the channel is not an agent's. */
  call: AmiCall | null;
}

/**
 * Finds the calls of agents that an event is about. A recording may run on the channel of the trunk, as FreePBX does it for incoming calls.
 * Then its pause is about the agents in the same bridge, so the channels of bridges are remembered.
 */
export class BridgedChannels {
  readonly #isAgent: IsAgent | undefined;
  readonly #channels = new Map<string, BridgedChannel>();

  constructor(isAgent?: IsAgent) {
    this.#isAgent = isAgent;
  }

  callsOf(message: AmiMessage): AmiCall[] {
    const field = (name: string) => message.get(name) || undefined;
    const call = findInAmiEvent(field, this.#isAgent);
    this.#remember(field, call);
    if (call === null) return this.#callsInBridgeOf(field);
    if (call.event !== 'hold-ended') return [call];
    // With a number, it is a start as well. The number of the other side may change during a call, and the start of another number
    // would be that of another call. A channel without a bridge is on no call.
    const entered = this.#channels.get(call.callId ?? '')?.call;
    return [{ ...call, customer: entered?.customer }];
  }

  #remember(field: (name: string) => string | undefined, call: AmiCall | null): void {
    const channel = field('Uniqueid');
    if (channel === undefined) return;
    if (field('Event') === 'BridgeEnter') this.#channels.set(channel, { bridge: field('BridgeUniqueid'), call });
    else if (field('Event') === 'BridgeLeave') this.#channels.delete(channel);
  }

  /** Of a pause or resume on a channel that is not an agent's. */
  #callsInBridgeOf(field: (name: string) => string | undefined): AmiCall[] {
    const bridge = this.#channels.get(field('Uniqueid') ?? '')?.bridge;
    const control = findInAmiEvent(field, () => true);
    if (bridge === undefined || (control?.event !== 'recording-paused' && control?.event !== 'recording-resumed')) {
      return [];
    }
    const { event, time } = control;
    return [...this.#channels.values()].flatMap(({ bridge: of, call }) =>
      call !== null && of === bridge ? [{ ...call, event, time }] : [],
    );
  }
}
