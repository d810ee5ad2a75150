import type { RecommendationItem } from '@callside/schemas';
import type { SentHistoryLine } from '../domain/history.ts';
import type { ModelBuild } from './ranker.ts';

export interface RecommendationRequest {
  /** Ten digits. */
  phone: string;
  anchorSkus: readonly string[];
  numItems: number;
  checkStock: boolean;
  /** Null: the service looks it up. */
  history: readonly SentHistoryLine[] | null;
  source: string;
}

/** The stored history of a phone number: the newest lines of the customers who have it. */
export interface HistoryOnFile {
  customerFound: boolean;
  lines: readonly SentHistoryLine[];
}

export interface Recommendation extends ModelBuild {
  id: string;
  request: RecommendationRequest;
  /** SKUs of the anchors that the catalogue holds, in order of first mention. */
  anchors: readonly string[];
  /** The lines that the features were made from; null when the history could not be read. */
  history: readonly SentHistoryLine[] | null;
  historySize: number;
  /** Null when the request supplied the history, or when the look-up failed. */
  customerFound: boolean | null;
  fallback: boolean;
  catalogVersion: string;
  /** As answered and as stored. */
  offers: RecommendationItem[];
  /** The feature vector of each offer. */
  features: readonly Float32Array[];
}

export type Stage = 'history' | 'prepare' | 'score' | 'record';
