import type { CallEventName } from '@callside/schemas';

/** What an event of the manager interface says about an agent's channel. */
export interface AmiCall {
  event: CallEventName;
  /** The id of the agent's channel: a transferred call has another one. */
  callId: string | undefined;
  /**
   * When it happened, in seconds with six decimals: an event of one kind happens to a channel once at a time, but several times in
   * one bridge. undefined without `timestampevents=yes` in manager.conf.
   */
  time: string | undefined;
  /** Technology and name, such as `PJSIP/1001`. */
  agent: string;
  customer: string | undefined;
}

/** Whether a channel is an agent's: `endpoint` is such as `PJSIP/1001`, `callerId` the number that the channel has. */
export type IsAgent = (endpoint: string, callerId: string | undefined) => boolean;

/** An agent's phone is named like its extension, which is the number of its channel. A trunk's channel has a customer's number. */
export const isNamedLikeItsNumber: IsAgent = (endpoint, callerId) =>
  callerId !== undefined && endpoint.slice(endpoint.indexOf('/') + 1) === callerId;

/** null: the event is not about a call of an agent. */
export function findInAmiEvent(
  field: (name: string) => string | undefined,
  isAgent: IsAgent = isNamedLikeItsNumber,
): AmiCall | null {
  const event = eventOf(field);
  const endpoint = endpointOf(field('Channel'));
  if (event === null || endpoint === undefined || !isAgent(endpoint, field('CallerIDNum'))) return null;
  return {
    event,
    callId: field('Uniqueid'),
    time: timeOf(field),
    agent: endpoint,
    customer: numberOf(field('ConnectedLineNum')),
  };
}

function eventOf(field: (name: string) => string | undefined): CallEventName | null {
  switch (field('Event')) {
    case 'BridgeEnter':
      return isWaiting(field) ? null : 'call-started';
    case 'BridgeLeave':
      return isWaiting(field) ? null : 'call-ended';
    case 'Hold':
      return isAnswered(field) ? 'hold-started' : null;
    case 'Unhold':
      return isAnswered(field) ? 'hold-ended' : null;
    case 'MixMonitorMute':
      return field('State') === '1' ? 'recording-paused' : 'recording-resumed';
    default:
      return null;
  }
}

/** In a bridge of this kind, each channel hears music: parked, or in AgentLogin until the next call comes. */
function isWaiting(field: (name: string) => string | undefined): boolean {
  return field('BridgeTechnology') === 'holding_bridge';
}

/** A phone may hold a call that still rings: the agent is not on it yet, and may be on another one. */
function isAnswered(field: (name: string) => string | undefined): boolean {
  const [state, up] = [field('ChannelState'), '6'];
  return state === undefined || state === up;
}

/** `PJSIP/1001-0000001a` without the number of the channel. */
function endpointOf(channel: string | undefined): string | undefined {
  return /^([A-Za-z0-9]+\/.+)-[0-9a-f]+$/.exec(channel ?? '')?.[1];
}

function numberOf(text: string | undefined): string | undefined {
  return text === undefined || text === '<unknown>' ? undefined : text;
}

/** Asterisk never writes whole seconds: two pauses may share one. */
export function timeOf(field: (name: string) => string | undefined): string | undefined {
  const timestamp = field('Timestamp');
  return timestamp !== undefined && /^\d+\.\d+$/.test(timestamp) ? timestamp : undefined;
}
