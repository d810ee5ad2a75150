import { createDatabase, type Database } from '@callside/database';
import type { Settings } from './env.ts';
import type { Output } from './output.ts';

/** What a command gets to do its work with. */
export interface CommandContext {
  settings: Settings;
  /** Known when the arguments have been read. */
  output: () => Output;
  now: () => Date;
}

const statementTimeoutMs = 30_000;

/** Opens the database for one command and closes it whatever happens. */
export async function withDatabase<Result>(
  context: CommandContext,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = createDatabase({
    url: context.settings.databaseUrl(),
    maxConnections: 2,
    applicationName: 'callside',
    connectionTimeoutMs: 5000,
    statementTimeoutMs,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
