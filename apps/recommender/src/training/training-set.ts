/** Rows of candidates, grouped by query: what a ranker learns from or is validated on. */
export interface TrainingSet {
  /** Row-major, rows x featureCount; finite. */
  readonly features: Float32Array;
  readonly featureCount: number;
  /** One a row, 0 or more; above 0 is relevant, more is more so. */
  readonly labels: Float32Array;
  /** First row of each query, and the number of rows at the end: queries + 1 ascending offsets. */
  readonly groups: Int32Array;
  /** One a row, 1 when absent. */
  readonly weights?: Float32Array;
  /** One a query: how many relevant items there are in all, also those that are no row. Absent: those that are rows. */
  readonly relevant?: Int32Array;
}

/** Throws a RangeError that names what does not fit together. */
export function checkTrainingSet(set: TrainingSet, name: string): void {
  const { features, featureCount, labels, groups, weights, relevant } = set;
  const rowCount = labels.length;
  const queryCount = groups.length - 1;
  const check = (fits: boolean, problem: string) => {
    if (!fits) throw new RangeError(`${name}: ${problem}`);
  };
  check(Number.isInteger(featureCount) && featureCount > 0, `featureCount is ${featureCount}`);
  check(
    features.length === rowCount * featureCount,
    `${rowCount} labels and ${featureCount} features need ${rowCount * featureCount} values, not ${features.length}`,
  );
  check(queryCount >= 0 && groups[0] === 0, 'groups must begin at 0');
  check(groups[queryCount] === rowCount, `groups end at ${groups[queryCount]}, not at the ${rowCount} rows`);
  for (let query = 0; query < queryCount; query += 1) {
    check((groups[query] as number) <= (groups[query + 1] as number), `groups descend at query ${query}`);
  }
  check(
    labels.every((label) => label >= 0 && label < Number.POSITIVE_INFINITY),
    'labels must be finite, 0 or more',
  );
  check(weights === undefined || weights.length === rowCount, 'weights must be one a row');
  check(
    weights === undefined || weights.every((weight) => weight >= 0 && weight < Number.POSITIVE_INFINITY),
    'weights must be finite, 0 or more',
  );
  check(relevant === undefined || relevant.length === queryCount, 'relevant must be one a query');
}

/** Relevant items of each query, also those that are no row where the set says so. */
export function countRelevant({ labels, groups, relevant }: TrainingSet): Int32Array {
  if (relevant !== undefined) return relevant;
  return Int32Array.from({ length: groups.length - 1 }, (_, query) => {
    let count = 0;
    for (let row = groups[query] as number; row < (groups[query + 1] as number); row += 1) {
      if ((labels[row] as number) > 0) count += 1;
    }
    return count;
  });
}
