import { CallsideError, RecommenderClient } from '@callside/client';
import type { CallContext, RecommendResponse } from '@callside/schemas';
import { fetchInTrace, inSpan } from '@callside/service-kit';
import type { RecommenderConnection } from './recommender-connections.store.ts';

/** Also the longest time that a request of a rep waits for the recommender. */
const timeoutMs = 2_000;
const numItems = 6;
/** Identifies this traffic at the recommender. */
const source = 'desk';

export interface OfferRequest {
  customer: { phone: string; customer_id?: string };
  anchors: readonly string[];
  context: CallContext;
  knownSizes: Readonly<Record<string, string>>;
}

export interface Sale {
  phone: string;
  recommendationId: string;
  sku: string;
  qty: number;
  unitPrice: number | null;
  /** The same id counts once at the recommender. */
  orderLineId: string;
}

/** `late`: no answer within 2 s. `refused`: it will never be accepted. */
export type Failure = 'late' | 'unavailable' | 'refused';

/** Asks the recommenders of brands, each request once. fetch reuses the connections. */
export class Recommenders {
  readonly #clients = new Map<string, RecommenderClient>();

  /** Rejects with CallsideError. */
  recommend(connection: RecommenderConnection, offerRequest: OfferRequest): Promise<RecommendResponse> {
    const { customer, anchors, context, knownSizes: known_sizes } = offerRequest;
    const body = { ...customer, purchased_skus: [...anchors], num_items: numItems, source, context, known_sizes };
    return inSpan('recommender request', 'client', () => this.#clientOf(connection).recommend(body));
  }

  /** Resolves to its purchase_id when the recommender has the sale. Rejects with CallsideError. */
  async report(connection: RecommenderConnection, sale: Sale): Promise<string> {
    const { phone, recommendationId, sku, qty, unitPrice, orderLineId } = sale;
    const body = {
      phone,
      recommendation_id: recommendationId,
      purchased_lines: [{ sku, qty, unit_price: unitPrice, order_line_id: orderLineId }],
    };
    const { purchase_id } = await inSpan('recommender purchase', 'client', () =>
      this.#clientOf(connection).purchase(body),
    );
    return purchase_id;
  }

  /** Resolves when the recommender has the void; a repetition changes nothing. Rejects with CallsideError. */
  async void(connection: RecommenderConnection, purchaseId: string): Promise<void> {
    const body = { by: source };
    await inSpan('recommender void', 'client', () => this.#clientOf(connection).voidPurchase(purchaseId, body));
  }

  #clientOf({ url, apiKey }: RecommenderConnection): RecommenderClient {
    const id = JSON.stringify([url, apiKey]);
    const known = this.#clients.get(id);
    if (known !== undefined) return known;
    // The operator set the address: services of one installation often talk without TLS.
    const client = new RecommenderClient({
      baseUrl: url,
      apiKey,
      timeoutMs,
      retryDelaysMs: [],
      allowPlainHttp: true,
      fetch: fetchInTrace,
    });
    this.#clients.set(id, client);
    return client;
  }
}

/** Why a request failed. Another attempt cannot change a 422, or a 404 that says what the recommender does not know. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallsideError)) return 'unavailable';
  if (error.status === 422 || (error.status === 404 && saysWhatIsUnknown(error))) return 'refused';
  return error.status === null && /within \d+ ms/.test(error.message) ? 'late' : 'unavailable';
}

/** A proxy, another service or a wrong path that answers in place of the recommender says something else, or has no `detail`. */
function saysWhatIsUnknown({ detail }: CallsideError): boolean {
  return typeof detail === 'string' && detail.startsWith('There is no such ');
}
