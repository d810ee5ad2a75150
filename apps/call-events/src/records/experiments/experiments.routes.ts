import { requireOwner } from '@callside/auth';
import type { Query } from '@callside/database';
import { listExperiments, readExperimentResult } from '@callside/experiments';
import type { ExperimentView } from '@callside/schemas';
import { methodNotAllowed } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';

interface Dependencies {
  requireSession: RequestHandler;
  query: Query;
}

/** The newest are read: a result reads all calls of an experiment. */
const mostExperiments = 5;

/** The experiments of the brand with what each arm earned, for its owners. */
export function createExperimentsRoutes({ requireSession, query }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/experiments')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const brand = requestBrand.of(request);
      const items: ExperimentView[] = [];
      for (const experiment of (await listExperiments(query, brand.id)).slice(0, mostExperiments)) {
        items.push({
          name: experiment.name,
          started_at: experiment.startedAt.toISOString(),
          stopped_at: experiment.stoppedAt?.toISOString() ?? null,
          ...(await readExperimentResult(query, brand.id, experiment)),
        });
      }
      response.json({ currency: brand.currency, items });
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
