import type { CallContext, RecommendationItem, RecommendResponse } from '@callside/schemas';
import type { KnownSizes, SentHistoryLine } from '../ranking/index.ts';

/** How a request names its customer. */
export interface CustomerKeys {
  /** As `normaliseCustomerPhone` returns it. */
  phone: string;
  /** The shop's own code of the customer; null: not sent. */
  customerId: string | null;
}

export interface RecommendationRequest extends CustomerKeys {
  anchorSkus: readonly string[];
  numItems: number;
  checkStock: boolean;
  /** Null: the service looks it up. */
  history: readonly SentHistoryLine[] | null;
  source: string;
  context: CallContext;
  knownSizes: KnownSizes;
  /** Deadline of the answer, from the arrival of the request; null: there is none. */
  deadlineMs: number | null;
}

/** A line that was returned. */
export type ReturnedLine = SentHistoryLine & { at: Date };

/** An offer that was declined on a call. */
export interface DeclinedOnFile {
  sku: string;
  at: Date;
  call: string;
  reason: string | null;
}

/** What the customer did not want. */
export interface Refusals {
  returned: readonly ReturnedLine[];
  declined: readonly DeclinedOnFile[];
}

/** The stored history of a customer: the newest lines of the one who has the code, else of all who have the number. */
export interface HistoryOnFile extends Refusals {
  /** The customer, or the first of those who share the number; null: nobody has it. */
  customer: { phone: string | null; code: string | null } | null;
  lines: readonly SentHistoryLine[];
}

export interface Recommendation {
  request: RecommendationRequest;
  answer: RecommendResponse;
  /** SKUs of the anchors that the catalogue holds, in order of first mention. */
  anchors: readonly string[];
  /** The experiment in force and the caller's arm; null: the caller is outside. */
  experiment: { id: string; arm: string; caller: string } | null;
  /** The feature vector of each offer. */
  features: readonly Float32Array[];
}

/** An offer as it is stored, in the order of `offered_skus`. */
export type StoredOffer = Pick<
  RecommendationItem,
  'web_price' | 'rerank_score' | 'purchase_probability' | 'reasons' | 'rules' | 'propensity' | 'on_hand'
>;

export type Stage = 'history' | 'prepare' | 'score' | 'record';
