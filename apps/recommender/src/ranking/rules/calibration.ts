/** Points of a curve from raw scores to probabilities: a straight line between two points, level beyond the first and the last. */
export interface CalibrationCurve {
  /** Ascending, no two equal. */
  readonly scores: readonly number[];
  /** From 0 to 1; never descending. */
  readonly probabilities: readonly number[];
}

/** A curve for each query segment, because scores of the two are not comparable; null when there are too few purchases to fit one. */
export interface Calibration {
  readonly next_purchase: CalibrationCurve | null;
  readonly anchors: CalibrationCurve | null;
}

/** The segment of a request: a request with an anchor uses the trees for anchors. */
export function curveFor(calibration: Calibration | null, anchorCount: number): CalibrationCurve | null {
  if (calibration === null) return null;
  return anchorCount > 0 ? calibration.anchors : calibration.next_purchase;
}

/** The probability of a score, from 0 to 1; a greater score never has a smaller one. The score must be finite. */
export function probabilityOf({ scores, probabilities }: CalibrationCurve, score: number): number {
  const above = scores.findIndex((point) => point >= score);
  if (above === -1) return probabilities.at(-1) as number;
  const upper = probabilities[above] as number;
  if (above === 0) return upper;
  const [from, to] = [scores[above - 1] as number, scores[above] as number];
  const lower = probabilities[above - 1] as number;
  // Rounding must not give a result outside the interval, or the curve would descend.
  return Math.min(upper, lower + (upper - lower) * ((score - from) / (to - from)));
}
