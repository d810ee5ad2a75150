import type { ApiKeyExpectation } from '@callside/auth';
import { createJsonBody, jsonBody, logFields, methodNotAllowed, requestStartedAt } from '@callside/service-kit';
import { type Response, Router } from 'express';
import type { OfferRecommender } from '../use-cases/recommend-offers.ts';
import { limitBytes } from './body-limit.ts';
import { parseRecommendRequest, recommendShape } from './recommend-request.ts';

interface Dependencies {
  keys: Pick<ApiKeyExpectation, 'expect' | 'check'>;
  recommender: Pick<OfferRecommender, 'recommend'>;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
}

/** Checks JSON, key and fields in this order. */
export function createRecommendRoutes({ keys, recommender, country }: Dependencies): Router {
  const router = Router();
  const parseJson = createJsonBody({ limitBytes, shape: recommendShape });
  router.post('/recommend', parseJson, keys.expect, async (request, response) => {
    const { value: body } = jsonBody.of(request);
    const fields = logFields.of(request);
    const [startedAt, signal] = [requestStartedAt.of(request), leavingOf(response)];
    const checkKey = () => keys.check(request);
    const recommendationRequest = await requestOf(body, { country: country(), checkKey });
    const asking = { startedAt, signal, checkKey };
    const answer = await recommender.recommend(recommendationRequest, asking).catch((error: unknown) => {
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

/** Parses the fields. They are refused only after the key was found usable. */
async function requestOf(body: unknown, { country, checkKey }: { country: string; checkKey: () => Promise<void> }) {
  try {
    return parseRecommendRequest(body, country);
  } catch (error) {
    await checkKey();
    throw error;
  }
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
