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
