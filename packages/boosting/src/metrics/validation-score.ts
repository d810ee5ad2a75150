import { countRelevant, type LabelledQueries } from '../training-set.ts';
import { discountAt, idealGain } from './ranking-metrics.ts';

const k = 10;

/**
 * The mean over queries of (recall@10 + NDCG@10) / 2 when rows are ranked by score; equal scores keep the order of the
 * rows. All labels above 0 count the same. Queries without relevant items are left out; 0 without queries.
 */
export function createValidationScore(set: LabelledQueries): (scores: Float32Array) => number {
  const { labels, groups } = set;
  const relevant = countRelevant(set);
  const discounts = Float64Array.from({ length: k }, (_, position) => discountAt(position));
  const top = new Int32Array(k);
  return (scores) => {
    let sum = 0;
    let queries = 0;
    for (let query = 0; query < relevant.length; query += 1) {
      const relevantCount = relevant[query] as number;
      if (relevantCount === 0) continue;
      const found = findTop(scores, groups[query] as number, groups[query + 1] as number, top);
      let hits = 0;
      let gain = 0;
      for (let position = 0; position < found; position += 1) {
        if ((labels[top[position] as number] as number) === 0) continue;
        hits += 1;
        gain += discounts[position] as number;
      }
      sum += (hits / relevantCount + gain / idealGain(relevantCount, k)) / 2;
      queries += 1;
    }
    return queries === 0 ? 0 : sum / queries;
  };
}

/** Fills `top` with the rows of the highest scores, best first, and returns their number. */
function findTop(scores: Float32Array, start: number, end: number, top: Int32Array): number {
  let found = 0;
  for (let row = start; row < end; row += 1) {
    const score = scores[row] as number;
    let position = found;
    while (position > 0 && score > (scores[top[position - 1] as number] as number)) position -= 1;
    if (position === top.length) continue;
    if (found < top.length) found += 1;
    top.copyWithin(position + 1, position, found - 1);
    top[position] = row;
  }
  return found;
}
