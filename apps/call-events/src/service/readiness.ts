import { isWritable, type Query } from '@callside/database';
import type { Readiness } from '@callside/service-kit';

interface Dependencies {
  query: Query;
  push: { status: () => { redis: 'up' | 'down' | 'not used'; sockets: { tabs: number; companions: number } } };
}

/** The body of `/health`: without PostgreSQL nothing works, without Redis tabs on other instances are updated later. */
export function createReadiness({ query, push }: Dependencies) {
  return async (): Promise<Readiness> => {
    const database = (await isWritable(query)) ? 'up' : 'down';
    const { redis, sockets } = push.status();
    return { ok: database === 'up', degraded: redis === 'down', sections: { database, redis, sockets } };
  };
}
