/** A straight line from the raw scores of a model to the logarithm of the odds that a product is bought. */
export interface CalibrationLine {
  /** Above 0. */
  readonly slope: number;
  readonly intercept: number;
}

/** A line for each query segment, because scores of the two are not comparable; null when there are too few purchases to fit one. */
export interface Calibration {
  readonly next_purchase: CalibrationLine | null;
  readonly anchors: CalibrationLine | null;
}

/** The line of a request: a request with an anchor uses the trees for anchors. A segment without a line uses that of the other. */
export function lineFor(calibration: Calibration | null, anchorCount: number): CalibrationLine | null {
  if (calibration === null) return null;
  const { next_purchase, anchors } = calibration;
  return anchorCount > 0 ? (anchors ?? next_purchase) : (next_purchase ?? anchors);
}

/** Without a line, the score itself. */
export function logOddsOf(line: CalibrationLine | null, score: number): number {
  return line === null ? score : line.intercept + line.slope * score;
}

export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
