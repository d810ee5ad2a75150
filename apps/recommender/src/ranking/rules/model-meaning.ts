import type { ScoreComparison } from '@callside/boosting/explainer';
import type { Calibration } from './calibration.ts';

/** What the scores that a model gave to the candidates of a request mean. */
export interface ModelMeaning {
  /** Null: its scores are not probabilities, as for the bundled model on a shop that it was not trained on. */
  readonly calibration: Calibration | null;
  /**
   * Compares them with the mean of the candidates. Null when the trees of the model cannot be read; the order of the sources then gives
   * the reasons.
   */
  readonly comparison: ScoreComparison | null;
}

export const noMeaning: ModelMeaning = { calibration: null, comparison: null };

/** The scores of a model, one for each candidate. */
export interface ModelScores {
  readonly scores: Float32Array;
  readonly meaning: ModelMeaning;
}
