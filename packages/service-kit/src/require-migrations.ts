import { badConfiguration } from './environment.ts';
import type { Logger } from './logger.ts';

export interface SchemaStatus {
  missing: readonly string[];
  newer: readonly string[];
  /** Why the service cannot work with the database, or with its address. */
  problem?: string | null;
}

interface RequireMigrationsOptions {
  /** Name of the service. */
  name: string;
  /** Rejects while the database is down. */
  readStatus: () => Promise<SchemaStatus>;
  logger: Logger;
}

const retryMs = 1_000;

/**
 * Ends the process with 78 and one line on standard error when migrations are missing, because the service would lose data, when the
 * database is from before the first release, or when its address leads to a pooler that the service cannot use. While the check fails,
 * mostly because the database is down, the service starts and answers 503, and the check is repeated. Migrations of a later release are
 * accepted, because a release may be rolling out.
 */
export async function requireMigrations(options: RequireMigrationsOptions): Promise<void> {
  const { logger } = options;
  try {
    await check(options);
  } catch (error) {
    logger.warn({ err: error }, 'the migrations of the database cannot be checked yet: trying again');
    const retry = () => {
      check(options).catch(() => setTimeout(retry, retryMs).unref());
    };
    setTimeout(retry, retryMs).unref();
  }
}

async function check({ name, readStatus, logger }: RequireMigrationsOptions): Promise<void> {
  const { missing, newer, problem } = await readStatus();
  if (typeof problem === 'string') {
    process.stderr.write(`${name}: ${problem}\n`);
    process.exit(badConfiguration);
  }
  if (newer.length > 0) logger.info({ newer }, 'the database has migrations of a later release');
  const [first] = missing;
  if (first === undefined) return;
  process.stderr.write(
    `${name}: the database lacks ${missing.length} migration(s), the first is ${first}. Apply them with: callside db migrate\n`,
  );
  process.exit(badConfiguration);
}
