import { createJsonBody, jsonBody, logFields, methodNotAllowed, requestStartedAt } from '@callside/service-kit';
import { type RequestHandler, type Response, Router } from 'express';
import type { OfferRecommender } from '../use-cases/recommend-offers.ts';
import { limitBytes } from './body-limit.ts';
import { parseRecommendRequest, recommendShape } from './recommend-request.ts';

interface Dependencies {
  requireKey: RequestHandler;
  recommender: Pick<OfferRecommender, 'recommend'>;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
}

/** Checks JSON, key and fields in this order. */
export function createRecommendRoutes({ requireKey, recommender, country }: Dependencies): Router {
  const router = Router();
  const parseJson = createJsonBody({ limitBytes, shape: recommendShape });
  router.post('/recommend', parseJson, requireKey, async (request, response) => {
    const { value: body } = jsonBody.of(request);
    const fields = logFields.of(request);
    const [startedAt, signal] = [requestStartedAt.of(request), leavingOf(response)];
    const recommendationRequest = parseRecommendRequest(body, country());
    const answer = await recommender.recommend(recommendationRequest, { startedAt, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (answer === null) return;
    fields.recommendation_id = answer.recommendation_id;
    fields.offers = answer.recommendations.length;
    fields.history_size = answer.history_size;
    fields.fallback = answer.fallback;
    fields.degraded = answer.degraded;
    fields.feature_schema_hash = answer.feature_schema_hash;
    fields.artifact_version = answer.artifact_version;
    fields.catalog_version = answer.catalog_version;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(answer));
  });
  router.all('/recommend', methodNotAllowed('POST'));
  return router;
}

/** Aborts when the caller disconnects before the response is complete. */
function leavingOf(response: Response): AbortSignal {
  const leaving = new AbortController();
  if (response.closed) leaving.abort();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
