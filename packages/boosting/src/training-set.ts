/** Labels of rows of candidates, grouped by query. */
export interface LabelledQueries {
  /** One per row, 0 or more. Above 0 is relevant; a greater label is more relevant. */
  readonly labels: Float32Array;
  /** First row of each query, and the number of rows at the end: queries + 1 ascending offsets. */
  readonly groups: Int32Array;
  /** One per row; 1 when absent. */
  readonly weights?: Float32Array;
  /** One per query: what it counts in training; 1 when absent. */
  readonly queryWeights?: Float32Array;
  /** One per query: the number of all relevant items, with or without a row. Absent: those with a row. */
  readonly relevant?: Int32Array;
}

/** Rows of candidates from which a ranker learns. */
export interface TrainingSet extends LabelledQueries {
  /** Row-major, rows x featureCount; finite. */
  readonly features: Float32Array;
  readonly featureCount: number;
}

/** Throws a RangeError that names the inconsistency. */
export function checkTrainingSet(set: TrainingSet): void {
  const problem = findProblem(set);
  if (problem !== null) throw new RangeError(`training set: ${problem}`);
}

function findProblem(set: TrainingSet): string | null {
  const { features, featureCount, labels, groups, weights, queryWeights, relevant } = set;
  const rowCount = labels.length;
  const queryCount = groups.length - 1;
  if (!Number.isInteger(featureCount) || featureCount < 1) return `featureCount is ${featureCount}`;
  if (features.length !== rowCount * featureCount) {
    return `${rowCount} rows of ${featureCount} features need ${rowCount * featureCount} values, not ${features.length}`;
  }
  if (groups[0] !== 0) return 'groups must begin at 0';
  if (groups[queryCount] !== rowCount) return `groups end at ${groups[queryCount]}, not at the ${rowCount} rows`;
  const descent = groups.findIndex((offset, query) => offset < (groups[query - 1] ?? 0));
  if (descent !== -1) return `groups descend at query ${descent - 1}`;
  if (!labels.every(isWeight)) return 'labels must be finite, 0 or more';
  if (weights !== undefined && weights.length !== rowCount) return 'weights must be one a row';
  if (weights !== undefined && !weights.every(isWeight)) return 'weights must be finite, 0 or more';
  if (queryWeights !== undefined && queryWeights.length !== queryCount) return 'queryWeights must be one a query';
  if (queryWeights !== undefined && !queryWeights.every(isWeight)) return 'queryWeights must be finite, 0 or more';
  if (relevant === undefined) return null;
  if (relevant.length !== queryCount) return 'relevant must be one a query';
  const wrong = countRelevantRows(set).findIndex((count, query) => count > (relevant[query] as number));
  return wrong === -1 ? null : `relevant is less than there are relevant rows in query ${wrong}`;
}

function isWeight(value: number): boolean {
  return value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** Relevant items of each query; with those that have no row, if the set counts them. */
export function countRelevant(set: LabelledQueries): Int32Array {
  return set.relevant ?? countRelevantRows(set);
}

function countRelevantRows({ labels, groups }: LabelledQueries): Int32Array {
  return Int32Array.from({ length: groups.length - 1 }, (_, query) => {
    let count = 0;
    for (let row = groups[query] as number; row < (groups[query + 1] as number); row += 1) {
      if ((labels[row] as number) > 0) count += 1;
    }
    return count;
  });
}
