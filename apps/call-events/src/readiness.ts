import { isWritable, type Query } from '@callside/database';
import type { Readiness } from '@callside/service-kit';
import type { Delivery } from './delivery/index.ts';

interface Dependencies {
  query: Query;
  delivery: Pick<Delivery, 'status'>;
}

/**
 * The body of `/health`: without PostgreSQL nothing works, without Redis tabs on other instances are updated later. A fenced instance gets no
 * new clients: it could not say what is confirmed.
 */
export function createReadiness({ query, delivery }: Dependencies) {
  return async (): Promise<Readiness> => {
    const database = (await isWritable(query)) ? 'up' : 'down';
    const { redis, isFenced, sockets } = delivery.status();
    return {
      ok: database === 'up' && !isFenced,
      degraded: redis === 'down',
      sections: { database, redis, fenced: isFenced, sockets },
    };
  };
}
