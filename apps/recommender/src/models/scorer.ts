import type { ScoredRows } from '@callside/boosting/scorer';
import type { ExactScores, FeatureMatrix } from '../ranking/index.ts';

/** A loaded model. */
export interface Scorer {
  /** Raw scores, with a comparison if the trees of the model can be read. Rejects with a ScoringError, also after the time limit. */
  score: (features: FeatureMatrix, limitMs: number, exactScores?: ExactScores) => Promise<ScoredRows>;
  /** False while a model that failed is being started again. */
  readonly isRunning: boolean;
  /** Answers pending requests, then ends. */
  end: () => Promise<void>;
}
