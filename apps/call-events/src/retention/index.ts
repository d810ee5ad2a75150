// Retention: personal data goes when its time is over.

import { BackgroundTask, type Logger } from '@callside/service-kit';
import type { Pools } from '../pools.ts';
import { createApplyRetention } from './apply-retention.ts';
import { RetentionStore } from './retention.store.ts';

/** Pause between two batches, and between two checks for rows that are due. */
const pauseMs = { busy: 50, idle: 10_000 };

export function createRetention({ pools, logger }: { pools: Pools; logger: Logger }) {
  const store = new RetentionStore(pools.background);
  const applyRetention = createApplyRetention(store);
  return {
    tasks: [
      new BackgroundTask({
        name: 'apply retention',
        pauseMs: (rows = 0) => (rows > 0 ? pauseMs.busy : pauseMs.idle),
        run: async () =>
          (await store.deleteOldSessions()) + (await store.deleteOldDeliveries()) + (await applyRetention()),
        logger,
      }),
    ],
  };
}
