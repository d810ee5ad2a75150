import {
  type PurchaseBody,
  type PurchaseResponse,
  type PurchaseVoidBody,
  type PurchaseVoidResponse,
  purchaseResponseSchema,
  purchaseVoidResponseSchema,
  type RecommendBody,
  type RecommendResponse,
  recommendResponseSchema,
} from '@callside/schemas';
import type { ClientOptions } from './client-options.ts';
import { createPostJson, type PostJson } from './post-json.ts';

/** The client timeout of the specification. */
const usualTimeoutMs = 3_000;

/** Requests offers and confirms purchases. Errors and retries are those of the DiallerClient. */
export class RecommenderClient {
  readonly #post: PostJson;

  /** @throws TypeError for an unusable address or key. */
  constructor(options: ClientOptions) {
    this.#post = createPostJson({ ...options, timeoutMs: options.timeoutMs ?? usualTimeoutMs });
  }

  recommend(body: RecommendBody): Promise<RecommendResponse> {
    return this.#post({ path: '/recommend', body, answer: recommendResponseSchema, mayArriveTwice: true });
  }

  /**
   * Retries after a timeout or a connection failure only when the service can detect a repetition: every line has an
   * `order_line_id`. Otherwise the purchase might count twice, so the caller must handle the error.
   */
  purchase(body: PurchaseBody): Promise<PurchaseResponse> {
    const lines = body.purchased_lines ?? [];
    const isRecognisable = lines.every(({ order_line_id }) => Boolean(order_line_id));
    return this.#post({ path: '/purchase', body, answer: purchaseResponseSchema, mayArriveTwice: isRecognisable });
  }

  /** The purchase counts no more. A repetition changes nothing. */
  voidPurchase(purchaseId: string, body: PurchaseVoidBody = {}): Promise<PurchaseVoidResponse> {
    const path = `/purchase/${encodeURIComponent(purchaseId)}/void`;
    return this.#post({ path, body, answer: purchaseVoidResponseSchema, mayArriveTwice: true });
  }
}
