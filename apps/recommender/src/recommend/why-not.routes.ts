import type { WhyNot } from '@callside/schemas';
import { methodNotAllowed, ServiceError } from '@callside/service-kit';
import { type RequestHandler, Router } from 'express';
import type { ExplainWhyNot } from './explain-why-not.ts';

interface Dependencies {
  requireKey: RequestHandler;
  explain: ExplainWhyNot;
}

/** Why a product is not among the offers of a recommendation. For the keys that ask for recommendations. */
export function createWhyNotRoutes({ requireKey, explain }: Dependencies): Router {
  const router = Router();
  router.get('/recommendations/:recommendation_id/why-not/:sku', requireKey, async (request, response) => {
    const end = new AbortController();
    response.once('close', () => end.abort());
    const { recommendation_id, sku } = request.params;
    const answer = await explain(String(recommendation_id), String(sku), end.signal);
    if (answer === null) throw new ServiceError({ code: 'not_found', message: 'There is no such recommendation.' });
    response.setHeader('Cache-Control', 'no-store');
    response.json(answer satisfies WhyNot);
  });
  router.all('/recommendations/:recommendation_id/why-not/:sku', methodNotAllowed(['GET', 'HEAD']));
  return router;
}
