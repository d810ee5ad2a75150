// Retention: personal data goes when its time is over.

import { BackgroundTask, type Logger } from '@callside/service-kit';
import type { Pools } from '../pools.ts';
import { RetentionStore } from './retention.store.ts';

/** Pause between two batches, and between two checks for rows that are due. */
const pauseMs = { busy: 50, idle: 10_000 };

interface Dependencies {
  pools: Pools;
  /** Does nothing when it ran a moment ago. */
  noteHeads: () => Promise<void>;
  logger: Logger;
}

export function createRetention({ pools, noteHeads, logger }: Dependencies) {
  const store = new RetentionStore(pools.background);
  return {
    tasks: [
      new BackgroundTask({
        name: 'apply retention',
        pauseMs: (rows = 0) => (rows > 0 ? pauseMs.busy : pauseMs.idle),
        run: async () => {
          try {
            return (await store.deleteOldSessions()) + (await store.deleteOldDeliveries()) + (await store.applyDue());
          } finally {
            await noteHeads();
          }
        },
        logger,
      }),
    ],
  };
}
