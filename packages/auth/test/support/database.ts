import { createPool, queryThrough } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';
import type { Query } from '../../src/index.ts';

export interface AuthDatabase {
  query: Query;
  /** A second connection, like that of another instance of a service. */
  queryElsewhere: Query;
  drop: () => Promise<void>;
}

/** A new migrated database. */
export async function openDatabase(): Promise<AuthDatabase> {
  const database = await createTestDatabase();
  const options = { url: database.url, maxConnections: 2, applicationName: 'auth tests' };
  const pools = [createPool(options), createPool(options)] as const;
  return {
    query: queryThrough(pools[0]),
    queryElsewhere: queryThrough(pools[1]),
    drop: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    },
  };
}
