import type { CallEventResponse } from '@callside/schemas';
import type { Announcement } from '../domain/announcement.ts';
import type { NewCallEvent, RecordedEvent } from '../domain/decide-batch.ts';

/**
 * The result of recording an event. `announcement`: the messages for the rep; `original`: the stored event that a
 * duplicate repeats.
 */
export type RecordedCallEvent =
  | { kind: 'recorded'; id: string; agentResolved: boolean; callActive: boolean; announcement: Announcement | null }
  | { kind: 'duplicate'; agentResolved: boolean; callActive: boolean; original: RecordedEvent | null };

interface Dependencies {
  /** Resolves once the event is committed. */
  record: (event: NewCallEvent) => Promise<RecordedCallEvent>;
  /** Sends to a rep's tabs and companion; returns the number of tabs of this instance that it reached. Never fails. */
  relay: (announcement: Announcement) => number;
  /** Sends the rep of a stored event their current state. */
  relayAgain: (original: RecordedEvent) => Promise<number>;
  markRelayed: (eventId: string) => void;
}

/**
 * Records an event, then informs the rep. The order matters: a crash cannot undo what was announced, and a recorded event
 * that is not marked as relayed is sent again.
 */
export function createRecordCallEvent({ record, relay, relayAgain, markRelayed }: Dependencies) {
  return async (event: NewCallEvent): Promise<CallEventResponse> => {
    const recorded = await record(event);
    let deliveredSockets = 0;
    if (recorded.kind === 'duplicate') {
      if (recorded.original && wantsTelling(recorded.original)) deliveredSockets = await relayAgain(recorded.original);
    } else if (recorded.announcement) {
      deliveredSockets = relay(recorded.announcement);
      markRelayed(recorded.id);
    }
    return {
      accepted: true,
      duplicate: recorded.kind === 'duplicate',
      agent_resolved: recorded.agentResolved,
      call_active: recorded.callActive,
      delivered_sockets: deliveredSockets,
    };
  };
}

/** A duplicate is sent if its original was not, or if it is a recording control: page and companion must agree. */
function wantsTelling({ userId, relayed, event }: RecordedEvent): boolean {
  return userId !== null && (!relayed || event === 'recording-paused' || event === 'recording-resumed');
}
