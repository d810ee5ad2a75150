import type { AdoptedCall } from './call-event.ts';
import { decide, initialRepState, type StateEvent } from './call-state.ts';
import type { EventOnFile } from './event-on-file.ts';

export interface CallOfAgent {
  /** The event that opened the call. */
  start: EventOnFile;
  adopted: AdoptedCall;
}

/**
 * The live call that results from the events of an address that no rep had, in any order. They are applied as those of a rep are: a start
 * of the same call that came again changes nothing. An event that had a rep ends this, because the call is that rep's.
 */
export function findCallOfAgent(events: readonly EventOnFile[]): CallOfAgent | null {
  let [state, start]: [typeof initialRepState, EventOnFile | null] = [initialRepState, null];
  for (const event of [...events].sort(compareArrival)) {
    if (event.agentResolved) {
      [state, start] = [initialRepState, null];
      continue;
    }
    const decision = decide(state, toStateEvent(event), event.receivedAt);
    if (decision.outcome === 'started' || decision.outcome === 'superseded') start = event;
    state = decision.state;
  }
  if (state.call === null || start?.phoneNumber == null) return null;
  const { onHold, recordingPaused } = state;
  return { start, adopted: { eventId: start.id, startedAt: state.call.startedAt, onHold, recordingPaused } };
}

function toStateEvent({ id, event, phoneNumber, customerId }: EventOnFile): StateEvent {
  if (event !== 'call-started') return { event };
  return { event, phoneNumber: phoneNumber ?? '', customerId, customer: null, newCall: { id, reference: id } };
}

/** Ids follow the order of arrival within an instance; the instant decides between instances. */
function compareArrival(a: EventOnFile, b: EventOnFile): number {
  const difference = a.receivedAt.getTime() - b.receivedAt.getTime();
  if (difference !== 0) return difference;
  return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
}
