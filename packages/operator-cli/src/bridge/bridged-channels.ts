import {
  type AmiCall,
  type AmiMessage,
  findInAmiEvent,
  type IsAgent,
  isNamedLikeItsNumber,
  noNumber,
} from '@callside/dialler-adapters';

type Field = (name: string) => string | undefined;

interface BridgedChannel {
  name: string | undefined;
  bridge: string | undefined;
  /** Of the channel itself: what the other side shows. */
  number: string | undefined;
  /** The agent's call; null: the channel is not an agent's. */
  call: AmiCall | null;
  pausedBy: Set<Pause>;
}

/**
 * A recording is muted, or stopped and started again, as FreePBX does it when the agent presses *1. A channel may have several
 * recordings: one that starts does not end the mute of another one.
 */
type Pause = 'mute' | 'stop';

/** Asterisk moves a channel to another bridge, where it takes the place of a Local channel. Its call goes on. */
interface Move {
  /** Which Local channel. */
  local: string | undefined;
  /** The event with which the channel left its bridge; null: not yet, or it has entered the other one. */
  left: Field | null;
}

/**
 * Finds the calls of agents that an event is about. A recording may run on the channel of the trunk, as FreePBX does it for incoming calls.
 * Then its pause is about the agents in the same bridge or in one that is connected to it, so the channels of bridges are remembered.
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

  /** By the channel that moves. */
  readonly #moves = new Map<string, Move>();

  constructor(isAgent: IsAgent = isNamedLikeItsNumber) {
    this.#isAgent = isAgent;
  }

  /** Events of a lost connection are missing: which channels are in which bridge must be found again. */
  forgetBridges(): void {
    this.#channels.clear();
    this.#live.clear();
    this.#moves.clear();
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
        this.#ofAgents.delete(field('Uniqueid') ?? '');
        return [];
      case 'BridgeEnter':
        return this.#enter(field, call);
      case 'BridgeLeave':
        return this.#leave(field);
      case 'CoreShowChannel':
        this.#find(field);
        return [];
      case 'NewConnectedLine':
        return this.#connect(field);
      case 'Unhold':
        return call === null ? [] : this.#unhold(call);
      case 'MixMonitorMute':
        return this.#control(field, 'mute');
      case 'MixMonitorStop':
        return this.#control((name) => asMute[name] ?? field(name), 'stop');
      case 'MixMonitorStart':
        return this.#control((name) => asUnmute[name] ?? field(name), 'stop');
      default:
        return call === null || this.#isOnAnotherCall(call) ? [] : [call];
    }
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
    this.#remember(channel, field('BridgeUniqueid'), call, field);
    if (call === null) return [];
    this.#live.set(call.agent, channel);
    return [call];
  }

  #remember(channel: string, bridge: string | undefined, call: AmiCall | null, field: Field): void {
    const [name, number] = [field('Channel'), field('CallerIDNum')];
    this.#channels.set(channel, { name, bridge, number, call, pausedBy: new Set() });
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
    return entered.pausedBy.size > 0 ? [call, { ...call, event: 'recording-paused' }] : [call];
  }

  /**
   * With a number, the end of a hold is a start as well: of the number with which the call started, because the other side's may change
   * during a call, and the start of another number would be that of another call. A channel without a bridge is on no call.
   */
  #unhold(call: AmiCall): AmiCall[] {
    const entered = this.#channels.get(call.callId ?? '');
    if (!entered?.call) return this.#isOnAnotherCall(call) ? [] : [{ ...call, customer: undefined }];
    const isLive = this.#live.get(call.agent) === call.callId;
    if (call.callId !== undefined) this.#live.set(call.agent, call.callId);
    const { customer = isLive ? undefined : noNumber } = entered.call;
    const offHold: AmiCall = { ...call, customer };
    // The start opens the call again, unpaused.
    return entered.pausedBy.size > 0 && !isLive ? [offHold, { ...offHold, event: 'recording-paused' }] : [offHold];
  }

  /** Of a pause or resume on a channel that is not an agent's. */
  #callsInBridgeOf(field: Field): AmiCall[] {
    const bridge = this.#channels.get(field('Uniqueid') ?? '')?.bridge;
    const control = findInAmiEvent(field, () => true);
    if (bridge === undefined || control === null) return [];
    const { event, time } = control;
    const connected = this.#bridgesConnectedTo(bridge);
    return [...this.#channels.values()].flatMap(({ bridge: of, call }) =>
      call !== null && of !== undefined && connected.has(of) ? [{ ...call, event, time }] : [],
    );
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

  #control(field: Field, by: Pause): AmiCall[] {
    const call = this.#callIn(field);
    return (call === null ? this.#callsInBridgeOf(field) : [call]).filter((each) => this.#changesRecording(each, by));
  }

  /**
   * A recording that starts or stops before the call changes nothing. Any other pause does. A resume does not while another pause of the
   * recording lasts, or a pause of the call that its agent is on.
   */
  #changesRecording({ agent, callId, event }: AmiCall, by: Pause): boolean {
    const pauses = this.#channels.get(callId ?? '')?.pausedBy;
    if (by === 'stop' && pauses === undefined) return false;
    if (event === 'recording-paused') {
      pauses?.add(by);
      return true;
    }
    const wasPaused = pauses?.delete(by) === true;
    if (pauses !== undefined && pauses.size > 0) return false;
    const live = this.#channels.get(this.#live.get(agent) ?? '');
    return (by === 'mute' || wasPaused) && (live === undefined || live.pausedBy.size === 0);
  }

  #isOnAnotherCall({ agent, callId }: AmiCall): boolean {
    const live = this.#live.get(agent);
    return live !== undefined && live !== callId;
  }
}

const asMute: Record<string, string> = { Event: 'MixMonitorMute', State: '1' };
const asUnmute: Record<string, string> = { Event: 'MixMonitorMute', State: '0' };

/** undefined: not an end of a Local channel. */
function otherEndOf(name: string | undefined): string | undefined {
  const [, both, end] = /^(Local\/.+;)([12])$/.exec(name ?? '') ?? [];
  return both === undefined ? undefined : `${both}${end === '1' ? '2' : '1'}`;
}
