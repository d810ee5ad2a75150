import {
  type AmiCall,
  type AmiMessage,
  findInAmiEvent,
  type IsAgent,
  isNamedLikeItsNumber,
  noNumber,
  timeOf,
} from '@callside/dialler-adapters';
import { type Pause, PausedRecordings } from './paused-recordings.ts';

type Field = (name: string) => string | undefined;

interface BridgedChannel {
  name: string | undefined;
  bridge: string | undefined;
  /** Of the channel itself: what the other side shows. */
  number: string | undefined;
  /** The agent's call; null: the channel is not an agent's. */
  call: AmiCall | null;
  /** Whether a pause of the call was posted. */
  isPaused: boolean;
}

/** Asterisk moves a channel to another bridge, where it takes the place of a Local channel. Its call goes on. */
interface Move {
  /** Which Local channel. */
  local: string | undefined;
  /** The event with which the channel left its bridge; null: not yet, or it has entered the other one. */
  left: Field | null;
}

/**
 * Finds the calls of agents that an event is about. A recording may run on the channel of the trunk, as FreePBX does it for incoming calls.
 * Its pause is about the agents in the same bridge or in one that is connected to it, so the channels of bridges are remembered. It lasts
 * when the call is transferred.
 *
 * The webhooks have no id of the call: an event applies to the call that its agent is on. So an event of another call of the agent, such as
 * one that is on hold during a consultation, is not about any.
 */
export class BridgedChannels {
  readonly #isAgent: IsAgent;
  /**
   * Channels that were recognised as agents' once. FreePBX replaces the number of a channel that calls out by the caller id of the trunk, so
   * the number does not tell later.
   */
  readonly #ofAgents = new Set<string>();
  readonly #channels = new Map<string, BridgedChannel>();
  /** The channel on which each agent started a call last. Absent: the agent is on no call, or on one that began before the connection. */
  readonly #live = new Map<string, string>();
  readonly #recordings = new PausedRecordings();
  /** By the channel that moves. */
  readonly #moves = new Map<string, Move>();
  /** Channels of an earlier connection, of which Asterisk has not said yet that they still exist. Their `Hangup` may be lost. */
  #unconfirmed = new Set<string>();

  constructor(isAgent: IsAgent = isNamedLikeItsNumber) {
    this.#isAgent = isAgent;
  }

  /** Events of a lost connection are missing: which channels are in which bridge must be found again. */
  forgetBridges(): void {
    this.#channels.clear();
    this.#live.clear();
    this.#moves.clear();
    this.#unconfirmed = new Set([...this.#ofAgents, ...this.#recordings.channels()]);
  }

  callsOf(message: AmiMessage): AmiCall[] {
    const field = (name: string) => message.get(name) || undefined;
    const call = this.#callIn(field);
    switch (field('Event')) {
      case 'LocalOptimizationBegin':
        this.#moves.set(field('SourceUniqueid') ?? '', { local: field('LocalOneUniqueid'), left: null });
        return [];
      case 'LocalOptimizationEnd':
        return this.#endMoves(field('LocalOneUniqueid'));
      case 'Newchannel':
      case 'NewCallerid':
        if (this.#startOf(field) !== null) this.#ofAgents.add(field('Uniqueid') ?? '');
        return [];
      case 'Hangup':
        this.#forget(field('Uniqueid') ?? '');
        return [];
      case 'BridgeEnter':
        return this.#enter(field, call);
      case 'BridgeLeave':
        return this.#leave(field);
      case 'CoreShowChannel':
        this.#unconfirmed.delete(field('Uniqueid') ?? '');
        this.#find(field);
        return [];
      case 'CoreShowChannelsComplete':
        for (const channel of this.#unconfirmed) this.#forget(channel);
        this.#unconfirmed.clear();
        return [];
      case 'NewConnectedLine':
        return this.#connect(field);
      case 'Unhold':
        return call === null ? [] : this.#unhold(call);
      case 'MixMonitorMute':
        return field('State') === '1' ? this.#pause(field, 'mute') : this.#resume(field, 'mute');
      case 'MixMonitorStop':
        return this.#pause(field, 'stop');
      case 'MixMonitorStart':
        return this.#resume(field, 'stop');
      default:
        return call === null || this.#isOnAnotherCall(call) ? [] : [call];
    }
  }

  #forget(channel: string): void {
    this.#ofAgents.delete(channel);
    this.#recordings.forget(channel);
  }

  #enter(field: Field, call: AmiCall | null): AmiCall[] {
    const channel = field('Uniqueid');
    if (channel === undefined) return [];
    const [move, known] = [this.#moves.get(channel), this.#channels.get(channel)];
    if (move) move.left = null;
    if (move && known) {
      known.bridge = field('BridgeUniqueid');
      return [];
    }
    const entered = this.#remember(channel, field('BridgeUniqueid'), call, field);
    return call === null ? this.#pausesIn(entered.bridge, timeOf(field)) : this.#opened(call, entered);
  }

  /** The recording of the caller who enters the bridge of an agent may be paused already. */
  #pausesIn(bridge: string | undefined, time: string | undefined): AmiCall[] {
    if (!this.#isPausedIn(bridge)) return [];
    return this.#connectedTo(bridge).flatMap(([, channel]) => {
      if (channel.call === null || channel.isPaused) return [];
      channel.isPaused = true;
      return [{ ...channel.call, event: 'recording-paused', time }];
    });
  }

  /**
   * A call opens unpaused, also if its recording is paused. With the number of the agent's live call, or without one as that, it would be
   * taken for that call, so that ends first.
   */
  #opened(call: AmiCall, channel: BridgedChannel): AmiCall[] {
    const { agent, callId = '', customer, time } = call;
    const replaced = this.#isOnAnotherCall(call) ? this.#channels.get(this.#live.get(agent) ?? '')?.call : null;
    this.#live.set(agent, callId);
    channel.isPaused = this.#isPausedIn(channel.bridge);
    const calls: AmiCall[] = channel.isPaused ? [call, { ...call, event: 'recording-paused' }] : [call];
    return replaced && (replaced.customer ?? noNumber) === (customer ?? noNumber)
      ? [{ ...replaced, event: 'call-ended', time }, ...calls]
      : calls;
  }

  #remember(channel: string, bridge: string | undefined, call: AmiCall | null, field: Field): BridgedChannel {
    const entered = { name: field('Channel'), bridge, number: field('CallerIDNum'), call, isPaused: false };
    this.#channels.set(channel, entered);
    return entered;
  }

  /** A channel that entered its bridge before the connection. Of several calls of an agent, nothing tells which one is live. */
  #find(field: Field): void {
    const [channel, bridge, call] = [field('Uniqueid'), field('BridgeId'), this.#startOf(field)];
    if (channel === undefined || bridge === undefined || this.#channels.has(channel)) return;
    if (call !== null) {
      const hasAnother = [...this.#channels.values()].some(({ call: other }) => other?.agent === call.agent);
      if (hasAnother) this.#live.delete(call.agent);
      else this.#live.set(call.agent, channel);
    }
    this.#remember(channel, bridge, call, field);
  }

  /** As if the channel entered its bridge now. */
  #startOf(field: Field): AmiCall | null {
    return this.#callIn((name) => (name === 'Event' ? 'BridgeEnter' : field(name)));
  }

  /** null: the event is not about a call of an agent. */
  #callIn(field: Field): AmiCall | null {
    const isKnown = this.#ofAgents.has(field('Uniqueid') ?? '');
    return findInAmiEvent(field, (endpoint, callerId) => isKnown || this.#isAgent(endpoint, callerId));
  }

  #leave(field: Field): AmiCall[] {
    const channel = field('Uniqueid') ?? '';
    const move = this.#moves.get(channel);
    if (move) {
      move.left = field;
      return [];
    }
    this.#channels.delete(channel);
    const call = this.#callIn(field);
    if (call === null || this.#isOnAnotherCall(call)) return [];
    this.#live.delete(call.agent);
    return [call];
  }

  /** A channel that has left its bridge and entered no other one has hung up meanwhile. */
  #endMoves(local: string | undefined): AmiCall[] {
    const ended = [...this.#moves].filter(([, move]) => move.local === local);
    for (const [channel] of ended) this.#moves.delete(channel);
    return ended.flatMap(([, { left }]) => (left === null ? [] : this.#leave(left)));
  }

  /**
   * The agent to whom a call was transferred stays in the bridge of the consultation, or enters another one with the number of the agent
   * who transferred it. Only then does the channel get the number of the one that is in its bridge now. Other changes of the number,
   * such as of its form, are not about another call.
   */
  #connect(field: Field): AmiCall[] {
    const call = this.#startOf(field);
    const entered = this.#channels.get(call?.callId ?? '');
    if (!call || !entered?.call || call.customer === undefined || call.customer === entered.call.customer) return [];
    const isOfOtherSide = [...this.#channels.values()].some(
      ({ bridge, number }) => bridge === entered.bridge && number === call.customer,
    );
    if (!isOfOtherSide) return [];
    entered.call = call;
    if (this.#isOnAnotherCall(call)) return [];
    return this.#opened(call, entered);
  }

  /**
   * With a number, the end of a hold is a start as well: of the number with which the call started, because the other side's may change
   * during a call, and the start of another number would be that of another call. A channel without a bridge is on no call.
   */
  #unhold(call: AmiCall): AmiCall[] {
    const entered = this.#channels.get(call.callId ?? '');
    if (!entered?.call) return this.#isOnAnotherCall(call) ? [] : [{ ...call, customer: undefined }];
    const { customer } = entered.call;
    if (this.#live.get(call.agent) === call.callId) return [{ ...call, customer }];
    return this.#opened({ ...call, customer: customer ?? noNumber }, entered);
  }

  /** A recording that stops before the call is no pause of it. */
  #pause(field: Field, by: Pause): AmiCall[] {
    const channel = field('Uniqueid') ?? '';
    if (by === 'stop' && !this.#channels.has(channel)) return [];
    this.#recordings.pause(channel, by);
    return this.#callsRecordedOn(field).map((call) => {
      const recorded = this.#channels.get(call.callId ?? '');
      if (recorded) recorded.isPaused = true;
      return { ...call, event: 'recording-paused' };
    });
  }

  /** A call stays paused while another pause of its recording lasts, or a pause of the call that its agent is on. */
  #resume(field: Field, by: Pause): AmiCall[] {
    if (!this.#recordings.resume(field('Uniqueid') ?? '', by) && by === 'stop') return [];
    const resumed = this.#callsRecordedOn(field).filter(({ agent, callId }) =>
      [callId, this.#live.get(agent)].every((id) => !this.#isPausedIn(this.#channels.get(id ?? '')?.bridge)),
    );
    return resumed.map((call) => {
      const recorded = this.#channels.get(call.callId ?? '');
      if (recorded) recorded.isPaused = false;
      return { ...call, event: 'recording-resumed' };
    });
  }

  /** The calls of agents that are recorded on a channel: those in its bridges, else its own. */
  #callsRecordedOn(field: Field): AmiCall[] {
    const bridge = this.#channels.get(field('Uniqueid') ?? '')?.bridge;
    const own = bridge === undefined ? this.#startOf(field) : null;
    const calls = [own, ...this.#connectedTo(bridge).map(([, { call }]) => call)];
    return calls.flatMap((call) => (call === null ? [] : [{ ...call, time: timeOf(field) }]));
  }

  #isPausedIn(bridge: string | undefined): boolean {
    return this.#connectedTo(bridge).some(([channel]) => this.#recordings.has(channel));
  }

  #connectedTo(bridge: string | undefined): [string, BridgedChannel][] {
    if (bridge === undefined) return [];
    const connected = this.#bridgesConnectedTo(bridge);
    return [...this.#channels].filter(([, { bridge: of }]) => of !== undefined && connected.has(of));
  }

  /** A queue reaches its members through Local channels (`Local/1001@from-queue-00000001`), whose ends `;1` and `;2` are in two bridges. */
  #bridgesConnectedTo(bridge: string): Set<string> {
    const channels = [...this.#channels.values()];
    const connected = new Set([bridge]);
    // A set also visits what is added meanwhile.
    for (const one of connected) {
      const otherEnds = channels.filter(({ bridge: of }) => of === one).map(({ name }) => otherEndOf(name));
      for (const { name, bridge: of } of channels) {
        if (of !== undefined && name !== undefined && otherEnds.includes(name)) connected.add(of);
      }
    }
    return connected;
  }

  #isOnAnotherCall({ agent, callId }: AmiCall): boolean {
    const live = this.#live.get(agent);
    return live !== undefined && live !== callId;
  }
}

/** undefined: not an end of a Local channel. */
function otherEndOf(name: string | undefined): string | undefined {
  const [, both, end] = /^(Local\/.+;)([12])$/.exec(name ?? '') ?? [];
  return both === undefined ? undefined : `${both}${end === '1' ? '2' : '1'}`;
}
