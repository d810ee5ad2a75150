import type { CallEventName } from '@callside/schemas';

/** What an event of the manager interface says about an agent's channel. */
export interface AmiCall {
  event: CallEventName;
  /** The id of the agent's channel: a transferred call has another one. */
  callId: string | undefined;
  /** The id of the bridge, for an event that a channel may have in several bridges. */
  bridgeId: string | undefined;
  /** Technology and name, such as `PJSIP/1001`. */
  agent: string;
  customer: string | undefined;
}

/** Whether a channel is an agent's: `endpoint` is such as `PJSIP/1001`, `callerId` the number that the channel has. */
export type IsAgent = (endpoint: string, callerId: string | undefined) => boolean;

/** An agent's phone is named like its extension, which is the number of its channel. A trunk's channel has a customer's number. */
const isNamedLikeItsNumber: IsAgent = (endpoint, callerId) =>
  callerId !== undefined && endpoint.slice(endpoint.indexOf('/') + 1) === callerId;

/**
 * The time of an event, which only `timestampevents=yes` in manager.conf adds, in seconds with six decimals. undefined also for whole
 * seconds, which Asterisk never writes: two pauses may share one.
 */
export function eventTime(timestamp: string | undefined): string | undefined {
  return timestamp !== undefined && /^\d+\.\d+$/.test(timestamp) ? timestamp : undefined;
}

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
    bridgeId: field('BridgeUniqueid'),
    agent: endpoint,
    customer: numberOf(field('ConnectedLineNum')),
  };
}

function eventOf(field: (name: string) => string | undefined): CallEventName | null {
  switch (field('Event')) {
    case 'BridgeEnter':
      return 'call-started';
    case 'BridgeLeave':
      return 'call-ended';
    case 'Hold':
      return 'hold-started';
    case 'Unhold':
      return 'hold-ended';
    case 'MixMonitorMute':
      return field('State') === '1' ? 'recording-paused' : 'recording-resumed';
    default:
      return null;
  }
}

/** `PJSIP/1001-0000001a` without the number of the channel. */
function endpointOf(channel: string | undefined): string | undefined {
  return /^([A-Za-z0-9]+\/.+)-[0-9a-f]+$/.exec(channel ?? '')?.[1];
}

function numberOf(text: string | undefined): string | undefined {
  return text === undefined || text === '<unknown>' ? undefined : text;
}
