import { resultsQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { teamRead } from '../team-read.ts';
import { readResults } from './read-results.ts';
import { resultsView } from './results-view.ts';

interface Dependencies {
  requireLead: RequestHandler;
  results: Parameters<typeof readResults>[0];
}

/** The results: calls, offers and revenue, of a lead's team or of the brand. */
export function createResultsRoutes({ requireLead, results }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/results')
    .all(ofBrandInPath)
    .get(requireLead, async (request, response) => {
      const brand = requestBrand.of(request);
      const query = parseOrThrow(resultsQuerySchema, request.query, 'query');
      response.json(
        resultsView(brand, query, await readResults(results, brand, { ...query, team: teamRead(request) })),
      );
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
