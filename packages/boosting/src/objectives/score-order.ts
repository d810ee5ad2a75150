/**
 * Sorts row numbers by descending score, equal scores by ascending row. It merges natural runs: rows that are almost in
 * order, as after the previous round, take almost linear time.
 */
export function sortByScore(rows: Int32Array, scores: Float32Array, spare: Int32Array): void {
  const count = rows.length;
  for (;;) {
    let start = 0;
    let runs = 0;
    while (start < count) {
      const middle = endOfRun(rows, scores, start);
      runs += 1;
      if (middle === count) break;
      const end = endOfRun(rows, scores, middle);
      merge(rows, scores, spare, start, middle, end);
      start = end;
    }
    if (runs <= 1) return;
  }
}

function precedes(row: number, other: number, scores: Float32Array): boolean {
  const score = scores[row] as number;
  const otherScore = scores[other] as number;
  return score > otherScore || (score === otherScore && row < other);
}

function endOfRun(rows: Int32Array, scores: Float32Array, start: number): number {
  let end = start + 1;
  while (end < rows.length && precedes(rows[end - 1] as number, rows[end] as number, scores)) end += 1;
  return end;
}

function merge(
  rows: Int32Array,
  scores: Float32Array,
  spare: Int32Array,
  start: number,
  middle: number,
  end: number,
): void {
  const leftCount = middle - start;
  for (let at = 0; at < leftCount; at += 1) spare[at] = rows[start + at] as number;
  let left = 0;
  let right = middle;
  for (let at = start; left < leftCount; at += 1) {
    const takesRight = right < end && precedes(rows[right] as number, spare[left] as number, scores);
    if (takesRight) {
      rows[at] = rows[right] as number;
      right += 1;
    } else {
      rows[at] = spare[left] as number;
      left += 1;
    }
  }
}
