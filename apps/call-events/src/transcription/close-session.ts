import type { LeaseStore } from './leases/lease-store.ts';
import type { ProducerLeases } from './leases/producer-leases.ts';
import type { Producer } from './leases/take-lease.ts';
import type { TranscriptionSessions } from './sessions.store.ts';

interface Dependencies {
  leases: Pick<LeaseStore, 'status' | 'release'>;
  sessions: Pick<TranscriptionSessions, 'find' | 'close'>;
  producers: Pick<ProducerLeases, 'tokenOf' | 'forget'>;
  onClosed: () => void;
  onFailure: (error: unknown) => void;
}

export type Closed = { finalizedAt: Date } | { refusal: 'unknown_session' | 'not_producer' };

/**
 * Finalizes a session for its producer, or for any companion of the rep if no producer holds the lease. A finalized session
 * is not live, even if its lease remains in the store. A second close gives the same answer as the first.
 */
export function createCloseTranscriptionSession({ leases, sessions, producers, onClosed, onFailure }: Dependencies) {
  return async (producer: Producer, sessionId: string): Promise<Closed> => {
    const session = await sessions.find(sessionId, producer.userId);
    if (session === null) return { refusal: 'unknown_session' };
    const { leaseToken } = session;
    const isOwner = leaseToken !== null && producers.tokenOf(sessionId, producer.id) === leaseToken;
    if (session.finalizedAt === null && !isOwner && (await leases.status(sessionId)) === 'held') {
      return { refusal: 'not_producer' };
    }
    const closed = await sessions.close(sessionId, leaseToken);
    // Another producer took the session between `status` and `close`.
    if (closed === null) return { refusal: 'not_producer' };
    if (closed.finalizedNow) onClosed();
    producers.forget(sessionId, producer.id);
    if (leaseToken !== null) await leases.release(sessionId, leaseToken).catch(onFailure);
    return { finalizedAt: closed.finalizedAt };
  };
}
