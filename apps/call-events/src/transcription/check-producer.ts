import type { ProducerLeases } from './leases/producer-leases.ts';
import type { Producer } from './leases/take-lease.ts';
import type { TranscriptionSessions } from './sessions.store.ts';

interface Dependencies {
  sessions: Pick<TranscriptionSessions, 'find'>;
  producers: Pick<ProducerLeases, 'tokenOf' | 'forget'>;
}

/**
 * Whether a producer holds a session according to PostgreSQL. This instance itself notices only at the next refresh that another
 * instance has given the session away.
 */
export function createCheckProducer({ sessions, producers }: Dependencies) {
  return async (producer: Producer, sessionId: string): Promise<boolean> => {
    const token = producers.tokenOf(sessionId, producer.id);
    if (token === null) return false;
    const session = await sessions.find(sessionId, producer.userId);
    if (session?.leaseToken === token) return true;
    const heldNow = producers.tokenOf(sessionId, producer.id);
    // It took the session again during the read.
    if (heldNow !== token) return heldNow !== null;
    producers.forget(sessionId, producer.id);
    return false;
  };
}
