import { requireOwner } from '@callside/auth';
import { resultsQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { readResults } from './read-results.ts';
import { resultsView } from './results-view.ts';

interface Dependencies {
  requireSession: RequestHandler;
  results: Parameters<typeof readResults>[0];
}

/** The owners' results: calls, offers and revenue. */
export function createResultsRoutes({ requireSession, results }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/results')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      const brand = requestBrand.of(request);
      const query = parseOrThrow(resultsQuerySchema, request.query, 'query');
      response.json(resultsView(brand, query, await readResults(results, brand, query)));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
