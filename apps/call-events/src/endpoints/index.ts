// Endpoints: events go out to other systems, signed, at least once, and those of a rep's log in its order.

import { createSecretBox } from '@callside/auth';
import { queryThrough } from '@callside/database';
import type { Logger, Metrics } from '@callside/service-kit';
import type { RequestHandler, Router } from 'express';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { DeliveryQueue } from './deliveries.store.ts';
import { EndpointSettings } from './endpoint-settings.store.ts';
import { post } from './receivers.store.ts';
import { createEndpointsRoutes } from './routes.ts';
import { EndpointSender } from './send-deliveries.ts';

interface Dependencies {
  environment: Pick<Environment, 'SECRETS_KEY' | 'SESSION_SECRET' | 'ENDPOINTS_ALLOW_PRIVATE'>;
  pools: Pools;
  requireSession: RequestHandler;
  /** Notes pauses that were not acknowledged; does nothing when it ran a moment ago. */
  watchPauses: () => Promise<void>;
  logger: Logger;
  metrics: Metrics;
}

const pauseMs = 1_000;

export function createEndpoints({ environment, pools, requireSession, watchPauses, logger, metrics }: Dependencies) {
  const box = createSecretBox({ secrets: environment.SECRETS_KEY ?? environment.SESSION_SECRET });
  const allowPrivate = environment.ENDPOINTS_ALLOW_PRIVATE;
  const queue = new DeliveryQueue({ query: queryThrough(pools.endpoints) });
  const attempts = metrics.counter('endpoint_attempts_total', 'Attempts to send an event to an endpoint.', ['outcome']);
  const off = metrics.gauge('endpoints_off', 'Endpoints that are off because they failed for a day.');
  const sender = new EndpointSender({
    queue,
    post,
    box,
    allowPrivate,
    count: (outcome) => attempts.inc({ outcome }),
    now: () => new Date(),
    logger,
  });
  const routes: Router = createEndpointsRoutes({
    requireSession,
    endpoints: new EndpointSettings({ prisma: pools.pages.prisma, box }),
    allowPrivate,
  });
  return {
    /** The settings of owners. */
    routes,
    tasks: regularTasks(logger, {
      'send events to endpoints': {
        pauseMs,
        run: async () => {
          await sender.run();
          await watchPauses();
          off.set(await queue.countOff());
        },
      },
    }),
    stop: () => sender.stop(),
  };
}

export { noteEvent } from './note-event.store.ts';
export { insertDeliveries, insertNotesDeliveries } from './outbox.sql.ts';
