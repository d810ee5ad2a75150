import type { ApiKeyExpectation } from '@callside/auth';
import { createJsonBody, jsonBody, logFields, methodNotAllowed, requestStartedAt } from '@callside/service-kit';
import { type Response, Router } from 'express';
import { limitBytes } from '../body-limit.ts';
import type { OfferRecommender } from './recommend-offers.ts';
import { parseRecommendRequest, recommendShape } from './recommend-request.ts';

interface Dependencies {
  keys: Pick<ApiKeyExpectation, 'expect' | 'check'>;
  recommender: Pick<OfferRecommender, 'recommend'>;
  /** Country of the brand, ISO 3166-1 alpha-2. Throws `unavailable` until the brand is known. */
  country: () => string;
}

/** An invalid JSON body is refused first, then an unusable key, then invalid fields. The key is read while the offers are computed. */
export function createRecommendRoutes({ keys, recommender, country }: Dependencies): Router {
  const router = Router();
  const parseJson = createJsonBody({ limitBytes, shape: recommendShape });
  router.post('/recommend', parseJson, keys.expect, async (request, response) => {
    const { value: body } = jsonBody.of(request);
    const fields = logFields.of(request);
    const keyCheck = keys.check(request);
    const [startedAt, signal] = [requestStartedAt.of(request), endOf(response, keyCheck)];
    const recommend = async () =>
      recommender.recommend(parseRecommendRequest(body, country()), { startedAt, signal, keyCheck });
    const answer = await recommend().catch(async (error: unknown) => {
      // An unusable key takes precedence over any other error.
      await keyCheck;
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

/** Aborts when the caller disconnects before the response is complete, and when the key is refused: then no further work is needed. */
function endOf(response: Response, keyCheck: Promise<void>): AbortSignal {
  const end = new AbortController();
  if (response.closed) end.abort();
  response.once('close', () => {
    if (!response.writableFinished) end.abort();
  });
  keyCheck.catch(() => end.abort());
  return end.signal;
}
