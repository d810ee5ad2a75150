import type { LeftBehindEventStore } from '../adapters/left-behind-event-store.ts';
import type { RepStateStore } from '../adapters/rep-state-store.ts';
import { announceAgain } from '../views/announcements.ts';
import type { Announcement } from '../views/messages.ts';

interface Dependencies {
  leftBehind: Pick<LeftBehindEventStore, 'take'>;
  repStates: Pick<RepStateStore, 'readSnapshots'>;
  relay: (announcement: Announcement) => number;
  /** Called for an event that could not be relayed, at every attempt. */
  onFailure: (eventId: string, error: unknown) => void;
}

/**
 * Relays events that a crash left between commit and relay: each rep gets their current state. An event that fails does not
 * stop the others, and is retried later. Resolves to the number of events relayed.
 */
export function relayLeftBehind({ leftBehind, repStates, relay, onFailure }: Dependencies): Promise<number> {
  return leftBehind.take(async (taken) => {
    const failed = new Set<string>();
    const attempt = <Result>(id: string, work: () => Result): Result | null => {
      try {
        return work();
      } catch (error) {
        failed.add(id);
        onFailure(id, error);
        return null;
      }
    };
    const events = taken.map(({ id, read }) => ({ id, event: attempt(id, read) }));
    const userIds = new Set(events.flatMap(({ event }) => event?.userId ?? []));
    // One query for all of them: their rows stay locked until it ends.
    const reps = new Map((await repStates.readSnapshots([...userIds])).map((rep) => [rep.userId, rep]));
    for (const { id, event } of events) {
      const rep = event?.userId ? reps.get(event.userId) : undefined;
      if (event && rep) attempt(id, () => relay(announceAgain(event, rep)));
    }
    return taken.flatMap(({ id }) => (failed.has(id) ? [] : [id]));
  });
}
