import { createDatabase, type Database, type Query } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';

export interface AuthDatabase {
  prisma: Database['prisma'];
  query: Query;
  /** A second connection, like that of another instance of a service. */
  elsewhere: Pick<Database, 'prisma' | 'query'>;
  drop: () => Promise<void>;
}

/** A new migrated database. */
export async function openDatabase(): Promise<AuthDatabase> {
  const database = await createTestDatabase();
  const options = { url: database.url, maxConnections: 2, applicationName: 'auth tests' };
  const [here, elsewhere] = [createDatabase(options), createDatabase(options)];
  return {
    prisma: here.prisma,
    query: here.query,
    elsewhere,
    drop: async () => {
      await Promise.all([here.close(), elsewhere.close()]);
      await database.drop();
    },
  };
}
