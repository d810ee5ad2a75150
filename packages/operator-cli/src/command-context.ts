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

/** Runs one transaction of a command. With `dryRun` it is rolled back, so that the result says what would be changed. */
export function withTransaction<Result>(
  context: CommandContext,
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  { dryRun = false }: { dryRun?: boolean | undefined } = {},
): Promise<Result> {
  return withDatabase(context, ({ prisma }) => (dryRun ? rehearse(prisma, work) : prisma.$transaction(work)));
}

class RolledBack extends Error {}

async function rehearse<Result>(
  prisma: Database['prisma'],
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  let outcome: { result: Result } | undefined;
  const rolledBack = prisma.$transaction(async (transaction) => {
    outcome = { result: await work(transaction) };
    throw new RolledBack();
  });
  await rolledBack.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (outcome === undefined) throw new Error('a dry run ended without an outcome');
  return outcome.result;
}
