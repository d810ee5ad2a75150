export interface BoostingSettings {
  readonly objective: 'lambdarank' | 'logistic';
  /** The maximum number of trees. */
  readonly trees: number;
  /** The maximum number of leaves of each tree. */
  readonly leaves: number;
  readonly learningRate: number;
  readonly minRowsInLeaf: number;
  readonly l2: number;
  /** Share of the features that each tree may use, above 0 up to 1. */
  readonly featureFraction: number;
  /** Share of the queries that each tree learns from, above 0 up to 1. */
  readonly queryFraction: number;
  /** Bins of a feature, 2 to 255. */
  readonly maxBins: number;
  readonly seed: number;
}

/** Throws a RangeError that names the first invalid setting. */
export function checkBoostingSettings(settings: BoostingSettings): void {
  const whole = (from: number, to: number) => (value: number) =>
    Number.isInteger(value) && value >= from && value <= to;
  const share = (value: number) => value > 0 && value <= 1;
  const rules = {
    trees: whole(0, Number.MAX_SAFE_INTEGER),
    leaves: whole(2, 65_536),
    learningRate: (value: number) => Number.isFinite(value) && value > 0,
    minRowsInLeaf: whole(1, Number.MAX_SAFE_INTEGER),
    l2: (value: number) => Number.isFinite(value) && value >= 0,
    featureFraction: share,
    queryFraction: share,
    maxBins: whole(2, 255),
    seed: whole(0, Number.MAX_SAFE_INTEGER),
  };
  for (const [name, isValid] of Object.entries(rules)) {
    const value = settings[name as keyof typeof rules];
    if (!isValid(value)) throw new RangeError(`setting ${name} must not be ${value}`);
  }
}
