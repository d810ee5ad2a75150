import type { Announcement } from '../domain/announcement.ts';
import { announceAgain } from '../domain/call-audience.ts';
import type { RecordedEvent } from '../domain/decide-batch.ts';
import { announcedMetadata } from '../domain/relayable-metadata.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';

/** An event that was committed but not relayed; `read` throws if its row is invalid. */
export interface LeftBehindEvent {
  id: string;
  read: () => RecordedEvent;
}

/** Takes some events and marks those that `relay` returns as relayed. Resolves to the number of those. */
export type TakeLeftBehind = (relay: (events: LeftBehindEvent[]) => Promise<string[]>) => Promise<number>;

interface Dependencies {
  takeLeftBehind: TakeLeftBehind;
  readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]>;
  relay: (announcement: Announcement) => number;
  /** Called for an event that could not be relayed, at every attempt. */
  onFailure: (eventId: string, error: unknown) => void;
}

/**
 * Relays events that a crash left between commit and relay: each rep gets their current state. An event that fails does not
 * stop the others, and is retried later. Resolves to the number of events relayed.
 */
export function createRelayLeftBehind({ takeLeftBehind, readSnapshots, relay, onFailure }: Dependencies) {
  return (): Promise<number> =>
    takeLeftBehind(async (taken) => {
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
      const reps = new Map((await readSnapshots([...userIds])).map((rep) => [rep.userId, rep]));
      for (const { id, event } of events) {
        const rep = event?.userId ? reps.get(event.userId) : undefined;
        if (event && rep) attempt(id, () => relay(announceAgain(relayed(event), event.callActive, rep)));
      }
      return taken.flatMap(({ id }) => (failed.has(id) ? [] : [id]));
    });
}

function relayed(event: RecordedEvent) {
  return { ...event, ...announcedMetadata(event.metadata) };
}
