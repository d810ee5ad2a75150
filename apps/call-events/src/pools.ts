import { createDatabase, createPool } from '@callside/database';
import type { Logger } from '@callside/service-kit';
import { pagePlans, plansByKey } from './plans.ts';

/** The applications, as PostgreSQL names them, whose transactions record events: they open and end calls. */
export const recordingApplications = ['call-events intake', 'call-events lanes'];

/** The connections to PostgreSQL, by use: neither a reconnect storm nor an export takes one from the events of calls. */
export function createPools({ url, logger }: { url: string; logger: Logger }) {
  const onConnectionLost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  const use = (name: string, maxConnections: number) => ({
    url,
    maxConnections,
    applicationName: `call-events ${name}`,
    onConnectionLost,
    // An instance that stands still inside a transaction stops the events of the reps whose rows it holds, on all instances.
    idleTransactionMs: 2_000,
  });
  // Overrides the server's default: an event answered with 200 is on disk.
  const durable = { ...plansByKey, synchronous_commit: 'on' };

  // Rows that it needs besides those of reps, which it does not wait for.
  const intake = createPool({
    ...use('intake', 6),
    settings: { ...durable, lock_timeout: '100ms' },
    pipeline: true,
  });
  /** For events of reps whose rows somebody else holds. */
  const lanes = createPool({
    ...use('lanes', 3),
    settings: { ...durable, lock_timeout: '500ms' },
    pipeline: true,
    statementTimeoutMs: 2_000,
    // As long as an event may wait: a batch that is held up as a whole sends all of its events here.
    connectionTimeoutMs: 3_000,
  });
  /** The look for what sockets lack, with the heartbeat of the instance; companions, and receipts of tabs. A crash may lose their writes. */
  const delivery = createPool({
    ...use('delivery', 3),
    statementTimeoutMs: 2_000,
    settings: { ...plansByKey, synchronous_commit: 'off' },
  });
  /** For companions. A request that needs the locked row of a rep fails soon and is sent again: the connection is for the others. */
  const sessions = createPool({ ...use('sessions', 4), settings: { ...durable, lock_timeout: '500ms' } });
  /** Snapshots of reps and other short reads by key. */
  const snapshots = createPool(use('snapshots', 6));
  const offers = createPool({ ...use('offers', 4), settings: { synchronous_commit: 'on' } });
  /** Reads of any size. A change that needs the locked row of a rep fails soon: the connection is for the others. */
  const pages = createDatabase({
    ...use('pages', 4),
    statementTimeoutMs: 15_000,
    settings: { ...pagePlans, lock_timeout: '500ms' },
  });
  /** Sums over months take seconds; they never take a connection from other reads. */
  const sums = createDatabase({
    ...use('sums', 2),
    // A request that waits for another sum is not an outage.
    connectionTimeoutMs: 10_000,
    statementTimeoutMs: 15_000,
    settings: { jit: 'off', work_mem: '64MB' },
  });
  /** Retention, which takes one connection at a time, and erasures, which read the whole log in large parts. */
  const background = createDatabase({ ...use('background', 3), statementTimeoutMs: 30_000, settings: pagePlans });
  /** Deliveries to endpoints. What came of an attempt waits for a connection: without it the delivery is sent again. */
  const endpoints = createPool({ ...use('endpoints', 2), connectionTimeoutMs: 10_000, settings: pagePlans });
  const withPrisma = [pages, background];

  return {
    intake,
    lanes,
    delivery,
    sessions,
    snapshots,
    offers,
    pages,
    sums,
    background,
    endpoints,

    /**
     * Connects to PostgreSQL and loads Prisma's query compiler, which would delay the first events and tabs. Never rejects: if
     * the database is down, the first use reports it.
     */
    async warmUp(): Promise<void> {
      await Promise.allSettled([...withPrisma.map(({ prisma }) => prisma.$connect()), offers.query('SELECT 1')]);
    },

    async close(): Promise<void> {
      await Promise.all([
        ...[intake, lanes, delivery, sessions, snapshots, offers, endpoints].map((pool) => pool.end()),
        ...[...withPrisma, sums].map((database) => database.close()),
      ]);
    },
  };
}

export type Pools = ReturnType<typeof createPools>;
