import { type WhyNot, whyNotSchema } from '@callside/schemas';
import { fetchInTrace, ServiceError } from '@callside/service-kit';
import type { CallOfferStore } from './call-offers.store.ts';
import type { RecommenderConnectionStore } from './recommender-connections.store.ts';
import type { OfferedCall } from './rules/call-offers.ts';

interface Dependencies {
  store: Pick<CallOfferStore, 'hasRecommendation'>;
  connections: Pick<RecommenderConnectionStore, 'find'>;
}

/** Long enough to load the model of an earlier recommendation. */
const timeoutMs = 8_000;

/** Asks the recommender of the brand why it did not offer a product. Null: these are no offers of the call. */
export async function askWhyNot(
  { id, brandId }: OfferedCall,
  asked: { recommendationId: string; sku: string },
  { store, connections }: Dependencies,
): Promise<WhyNot | null> {
  if (!(await store.hasRecommendation(id, asked.recommendationId))) return null;
  const connection = await connections.find(brandId);
  if (connection === null) throw unanswered('the brand has no recommender');
  const path = `/recommendations/${asked.recommendationId}/why-not/${encodeURIComponent(asked.sku)}`;
  let response: Response;
  try {
    response = await fetchInTrace(connection.url + path, {
      headers: { 'x-api-key': connection.apiKey },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 200) return whyNotSchema.parse(await response.json());
  } catch (cause) {
    throw unanswered(cause);
  }
  // It has been erased, or belongs to another recommender.
  if (response.status === 404) return null;
  throw unanswered(`status ${response.status}`);
}

function unanswered(cause: unknown): ServiceError {
  const message = 'The recommender does not answer. Try again in a moment.';
  return new ServiceError({ code: 'unavailable', message, cause });
}
