import type { Database } from '@callside/database';
import { databaseUrl } from '@callside/service-kit';
import { z } from 'zod';
import { type CommandContext, withDatabase } from '../command-context.ts';
import { describeError } from '../describe-error.ts';
import { type CheckName, type Finding, failed, skipped } from './check.ts';
import { checkArtifacts } from './check-artifacts.ts';
import { checkClock, checkDatabase, checkMigrations } from './check-database.ts';
import { checkEndpoints } from './check-endpoints.ts';
import { checkFeeds } from './check-feeds.ts';
import { checkIntegrations } from './check-integrations.ts';
import { checkKeys } from './check-keys.ts';
import { checkRecommender } from './check-recommender.ts';
import { checkRedis } from './check-redis.ts';
import { checkServedBrand, checkSettings } from './check-settings.ts';
import { checkShops } from './check-shops.ts';
import { checkSignIn } from './check-sign-in.ts';

/** Runs every check, in a fixed order. A check that fails does not end the others. */
export async function examine(context: CommandContext): Promise<Finding[]> {
  const { settings } = context;
  const url = settings.check(z.object({ DATABASE_URL: databaseUrl }));
  if (!url.ok) {
    const unreachable = (['database', 'migrations', 'clock'] as const).map((check) =>
      skipped(check, 'DATABASE_URL is missing or not valid'),
    );
    return [...checkSettings(settings), ...unreachable, ...(await checkOthers(context, null))];
  }
  return withDatabase(context, async (database) => {
    const findings = await checkServer(context, database, url.value.DATABASE_URL);
    const hasTables = findings.some(({ check, status }) => check === 'migrations' && status === 'ok');
    return [...checkSettings(settings), ...findings, ...(await checkOthers(context, hasTables ? database : null))];
  });
}

async function checkServer(context: CommandContext, database: Database, url: string): Promise<Finding[]> {
  const server = await guard(context, 'database', () => checkDatabase(database));
  if (server.status === 'failed') {
    return [server, ...(['migrations', 'clock'] as const).map((check) => skipped(check, 'the database is needed'))];
  }
  return [
    server,
    await guard(context, 'migrations', () => checkMigrations(url)),
    await guard(context, 'clock', () => checkClock(database, context.now)),
  ];
}

async function checkOthers(context: CommandContext, database: Database | null): Promise<Finding[]> {
  const { settings } = context;
  const findings = await Promise.all([
    checkRedis(settings, database),
    guard(context, 'artifacts', () => checkArtifacts(context, database)),
    guard(context, 'recommender', () => checkRecommender(settings, database)),
    guard(context, 'sign-in', () => checkSignIn(settings, database)),
    guard(context, 'settings', async () => (database === null ? [] : checkServedBrand(settings, database))),
    guard(context, 'integrations', async () =>
      database === null ? [] : checkIntegrations(database, settings.secretBox),
    ),
    guard(context, 'feeds', async () =>
      database === null ? [] : checkFeeds(database, { now: context.now(), secretBox: settings.secretBox }),
    ),
    guard(context, 'endpoints', async () => (database === null ? [] : checkEndpoints(database, settings.secretBox))),
    guard(context, 'shops', async () => (database === null ? [] : checkShops(database, settings.secretBox))),
    guard(context, 'keys', async () => (database === null ? [] : checkKeys(database, context.now()))),
  ]);
  return findings.flat();
}

async function guard<Found>(
  { settings }: CommandContext,
  check: CheckName,
  run: () => Promise<Found>,
): Promise<Found | Finding> {
  try {
    return await run();
  } catch (error) {
    const { message, hint } = describeError(error, settings.databaseUrl);
    return failed(check, message, hint);
  }
}
