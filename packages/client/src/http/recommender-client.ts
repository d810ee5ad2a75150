import {
  type PurchaseBody,
  type PurchaseResponse,
  purchaseResponseSchema,
  type RecommendBody,
  type RecommendResponse,
  recommendResponseSchema,
} from '@callside/schemas';
import type { ClientOptions } from './client-options.ts';
import { createPostJson, type PostJson } from './post-json.ts';

/** The specification's objective for a client. */
const usualTimeoutMs = 3_000;

/** Asks what to offer and confirms what was sold. Errors and retries are those of the DiallerClient. */
export class RecommenderClient {
  readonly #post: PostJson;

  /** @throws TypeError for an address or key that cannot be used. */
  constructor(options: ClientOptions) {
    this.#post = createPostJson({ ...options, timeoutMs: options.timeoutMs ?? usualTimeoutMs });
  }

  recommend(body: RecommendBody): Promise<RecommendResponse> {
    return this.#post({ path: '/recommend', body, answer: recommendResponseSchema, mayArriveTwice: true });
  }

  /**
   * Is sent again after a timeout or a connection failure only when the service can tell a repetition: every line has an
   * `order_line_id`. Otherwise the sale might be counted twice, and the error is for the caller to judge.
   */
  purchase(body: PurchaseBody): Promise<PurchaseResponse> {
    const lines = body.purchased_lines ?? [];
    const isRecognisable = lines.every(({ order_line_id }) => Boolean(order_line_id));
    return this.#post({ path: '/purchase', body, answer: purchaseResponseSchema, mayArriveTwice: isRecognisable });
  }
}
