import type { Database } from '@callside/database';
import { resultsQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath, requestBrand } from '../../brands/index.ts';
import { teamRead } from '../team-read.ts';
import { readResults } from './read-results.ts';
import { resultsView } from './results-view.ts';

interface Dependencies {
  requireLead: RequestHandler;
  transaction: Database['transaction'];
}

/** The results: calls, offers and revenue, of a lead's team or of the brand. */
export function createResultsRoutes({ requireLead, transaction }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/results')
    .all(ofBrandInPath)
    .get(requireLead, async (request, response) => {
      const brand = requestBrand.of(request);
      const query = parseOrThrow(resultsQuerySchema, request.query, 'query');
      const asked = { ...query, team: teamRead(request) };
      response.json(resultsView(brand, query, await readResults(transaction, brand, asked, new Date())));
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
