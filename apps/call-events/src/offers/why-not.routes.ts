import { type WhyNot, whyNotQuerySchema } from '@callside/schemas';
import { methodNotAllowed, parseOrThrow } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import { ofBrandInPath } from '../brands/index.ts';
import { foundOr404 } from '../public-id.ts';
import { askWhyNot } from './ask-why-not.ts';
import type { CallOfferStore } from './call-offers.store.ts';
import { offeredCallOf } from './offered-call.ts';
import type { RecommenderConnectionStore } from './recommender-connections.store.ts';

interface Dependencies {
  requireDesk: RequestHandler;
  store: CallOfferStore;
  connections: Pick<RecommenderConnectionStore, 'find'>;
}

/** Why a product is not among the offers of a call: for its own rep, and for owners. */
export function createWhyNotRoutes({ requireDesk, ...sources }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/calls/:reference/why-not')
    .all(ofBrandInPath)
    .get(requireDesk, async (request, response) => {
      const call = await offeredCallOf(request, sources.store);
      // In the query: a SKU may hold slashes and dots, which proxies resolve in a path.
      const { recommendation_id, sku } = parseOrThrow(whyNotQuerySchema, request.query, 'query');
      const answer = await askWhyNot(call, { recommendationId: recommendation_id, sku }, sources);
      response.json(foundOr404(answer, 'recommendation') satisfies WhyNot);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
