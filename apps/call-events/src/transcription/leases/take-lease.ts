import type { LeaseStore } from './lease-store.ts';
import type { ProducerLeases } from './producer-leases.ts';

/** A connected companion that sends frames. */
export interface Producer {
  /** Its socket's id. */
  id: string;
  userId: string;
  brandId: string;
  isConnected: () => boolean;
}

export interface TakeLeaseDependencies {
  leases: Pick<LeaseStore, 'acquire' | 'status'>;
  producers: Pick<ProducerLeases, 'hold' | 'disconnect'>;
  /** Generates an owner token. */
  newToken: () => string;
}

/**
 * Makes a producer the owner of a session's lease: first in PostgreSQL by `name`, which decides between concurrent producers,
 * then in the lease store. Resolves to the session, or to null if `name` found none. If the store cannot be read, rejects
 * and changes nothing.
 */
export async function takeLease(
  { leases, producers, newToken }: TakeLeaseDependencies,
  producer: Producer,
  sessionId: string,
  name: (token: string) => Promise<string | null>,
): Promise<{ sessionId: string } | null> {
  await leases.status(sessionId);
  const token = newToken();
  const named = await name(token);
  if (named === null) return null;
  await leases.acquire(named, token);
  producers.hold(named, token, producer.id);
  // The socket may have closed during acquire; make the lease an orphan now.
  if (!producer.isConnected()) await producers.disconnect(producer.id);
  return { sessionId: named };
}
