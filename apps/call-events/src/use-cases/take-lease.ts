import type { LeaseStore } from './lease-store.ts';
import type { ProducerLeases } from './producer-leases.ts';

/** Who produces: a connected companion. */
export interface Producer {
  /** Its socket's id. */
  id: string;
  userId: string;
  brandId: string;
  isConnected: () => boolean;
}

export interface TakeLeaseDependencies {
  leases: Pick<LeaseStore, 'acquire' | 'standing'>;
  producers: Pick<ProducerLeases, 'hold' | 'disconnect'>;
  /** Draws an owner token. */
  newToken: () => string;
}

/**
 * Makes a producer the owner of a session's lease: first on file by `name`, which settles who it is when several come at
 * once, then in the store. Resolves to the session, or to null where `name` found none. Rejects without a change on file
 * where the store cannot be read.
 */
export async function takeLease(
  { leases, producers, newToken }: TakeLeaseDependencies,
  producer: Producer,
  sessionId: string,
  name: (token: string) => Promise<string | null>,
): Promise<{ sessionId: string } | null> {
  await leases.standing(sessionId);
  const token = newToken();
  const named = await name(token);
  if (named === null) return null;
  await leases.acquire(named, token);
  producers.hold(named, token, producer.id);
  // It may have gone meanwhile, and nobody would notice.
  if (!producer.isConnected()) await producers.disconnect(producer.id);
  return { sessionId: named };
}
