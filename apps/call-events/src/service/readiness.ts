import { isWritable, type Query } from '@callside/database';
import type { Readiness } from '@callside/service-kit';
import type { Delivery } from '../delivery/index.ts';

interface Dependencies {
  query: Query;
  delivery: Pick<Delivery, 'status'>;
}

/** The body of `/health`: without PostgreSQL nothing works, without Redis tabs on other instances are updated later. */
export function createReadiness({ query, delivery }: Dependencies) {
  return async (): Promise<Readiness> => {
    const database = (await isWritable(query)) ? 'up' : 'down';
    const { redis, sockets } = delivery.status();
    return { ok: database === 'up', degraded: redis === 'down', sections: { database, redis, sockets } };
  };
}
