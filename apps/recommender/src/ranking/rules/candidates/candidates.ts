/** Eligible items in first-stage order, with the rank (from 1; 0 for none) and the score that each signal gave them. */
export interface Candidates {
  readonly items: Int32Array;
  readonly firstStageScores: Float32Array;
  /** Row-major: candidates by signals. */
  readonly ranks: Uint16Array;
  /** Same layout as `ranks`; relative to the best score of the signal's list. */
  readonly scores: Float32Array;
}
