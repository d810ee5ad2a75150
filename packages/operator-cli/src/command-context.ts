import { createDatabase, type Database, type Prisma } from '@callside/database';
import type { Settings } from './env.ts';
import type { Output } from './output.ts';

/** The dependencies of a command. */
export interface CommandContext {
  settings: Settings;
  /** Available after the arguments have been parsed. */
  output: () => Output;
  now: () => Date;
}

const statementTimeoutMs = 30_000;

/** Opens the database for one command and always closes it. */
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

/** Runs one transaction of a command. */
export function withTransaction<Result>(
  context: CommandContext,
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return withDatabase(context, ({ prisma }) => prisma.$transaction(work));
}
