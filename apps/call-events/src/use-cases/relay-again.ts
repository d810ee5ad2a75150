import type { Announcement } from '../domain/announcement.ts';
import { announceAgain } from '../domain/call-audience.ts';
import type { RecordedEvent } from '../domain/decide-batch.ts';
import { announcedMetadata } from '../domain/relayable-metadata.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';

interface Dependencies {
  readSnapshot: (userId: string) => Promise<RepSnapshot | null>;
  relay: (announcement: Announcement) => number;
  markRelayed: (eventId: string) => void;
}

/**
 * Sends a rep their current state with a stored event, never the state of that time: a retried old pause cannot pause
 * again. Resolves to the number of tabs of this instance that it reached.
 */
export function createRelayAgain({ readSnapshot, relay, markRelayed }: Dependencies) {
  return async (original: RecordedEvent): Promise<number> => {
    const rep = original.userId === null ? null : await readSnapshot(original.userId);
    if (rep === null) return 0;
    const event = { ...original, ...announcedMetadata(original.metadata) };
    const deliveredSockets = relay(announceAgain(event, original.callActive, rep));
    if (original.id !== null && !original.relayed) markRelayed(original.id);
    return deliveredSockets;
  };
}
