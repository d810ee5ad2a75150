import { createDatabase, createPool } from '@callside/database';
import type { Logger } from '@callside/service-kit';

/**
 * These statements look rows up by key. Without these settings, a plan made while the tables are small or their
 * statistics are old can scan whole tables until the connection closes.
 */
const lookUpPlans = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

// Callers time out after 3 seconds. When the database hangs, they get an error before that.
export const recordTimeoutMs = 2_000;
const historyTimeoutMs = 300;
const operationsTimeoutMs = 1_000;

/** The connections to PostgreSQL, by use: confirmations that wait for each other never take a connection from offers. */
export function createPools({ url, logger }: { url: string; logger: Logger }) {
  const onConnectionLost = (error: Error) => logger.warn({ err: error }, 'a database connection was lost');
  const use = (name: string, maxConnections: number) => ({
    url,
    maxConnections,
    applicationName: `recommender ${name}`,
    onConnectionLost,
  });
  const recording = {
    statementTimeoutMs: recordTimeoutMs,
    // Overrides the server's default: a response is sent only after its rows are on disk.
    settings: { ...lookUpPlans, synchronous_commit: 'on' },
    pipeline: true,
  };

  const records = createPool({ ...use('records', 6), ...recording });
  const purchases = createPool({ ...use('purchases', 4), ...recording });
  const histories = createPool({
    ...use('histories', 4),
    connectionTimeoutMs: historyTimeoutMs,
    statementTimeoutMs: historyTimeoutMs,
    settings: lookUpPlans,
  });
  const operations = createPool({ ...use('operations', 2), statementTimeoutMs: operationsTimeoutMs });
  const retention = createDatabase({ ...use('retention', 1), settings: lookUpPlans });

  return {
    records,
    purchases,
    histories,
    operations,
    retention,

    async close(): Promise<void> {
      await Promise.all([...[records, purchases, histories, operations].map((pool) => pool.end()), retention.close()]);
    },
  };
}

export type Pools = ReturnType<typeof createPools>;
