import type { CallEventResponse } from '@callside/schemas';
import type { Announcement } from '../domain/announcement.ts';
import type { NewCallEvent, RecordedEvent } from '../domain/decide-batch.ts';

/**
 * What became of an event in the store. `announcement` is what there is to tell the rep; `original`, of a duplicate,
 * is the event on file that it repeats.
 */
export type RecordedCallEvent =
  | { kind: 'recorded'; id: string; agentResolved: boolean; callActive: boolean; announcement: Announcement | null }
  | { kind: 'duplicate'; agentResolved: boolean; callActive: boolean; original: RecordedEvent | null };

interface Dependencies {
  /** Resolves once the event is committed. */
  record: (event: NewCallEvent) => Promise<RecordedCallEvent>;
  /** Tells a rep's tabs and companion; returns how many tabs of this server it reached. Never fails. */
  relay: (announcement: Announcement) => number;
  /** Tells the rep of an event on file his current state. */
  relayAgain: (original: RecordedEvent) => Promise<number>;
  markRelayed: (eventId: string) => void;
}

/**
 * Records an event, then tells the rep: nothing is announced that a crash could take back, and nothing that was
 * recorded stays untold, because what is not marked as relayed is told again.
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

/** A duplicate is told when its original never went out, or when it is a recording control: page and companion must agree. */
function wantsTelling({ userId, relayed, event }: RecordedEvent): boolean {
  return userId !== null && (!relayed || event === 'recording-paused' || event === 'recording-resumed');
}
