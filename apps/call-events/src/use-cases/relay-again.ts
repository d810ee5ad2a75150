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
 * Tells a rep his current state under an event on file: never the state of then, so that a retried old pause cannot
 * pause again. Resolves to how many tabs of this server it reached.
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
