import type { ScoreComparison } from '@callside/boosting/scorer';
import type { Acceptance } from './acceptance.ts';

/** What the scores that a model gave to the candidates of a request mean. */
export interface ModelMeaning {
  /** Null until there are enough outcomes of offers, and for the bundled model. */
  readonly acceptance: Acceptance | null;
  /**
   * Compares them with the mean of the candidates. Null when the trees of the model cannot be read; the order of the signals then gives
   * the reasons.
   */
  readonly comparison: ScoreComparison | null;
  /** The scores of the other rows are estimates; null: no score is one. */
  readonly exactRows: ReadonlySet<number> | null;
}

export const noMeaning: ModelMeaning = { acceptance: null, comparison: null, exactRows: null };

/** The scores of a model, one for each candidate: log-odds, on the same scale for every model that has a calibration. */
export interface ModelScores {
  readonly scores: Float32Array;
  readonly meaning: ModelMeaning;
}
