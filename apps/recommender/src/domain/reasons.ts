import { weightOf } from './candidate-generation/candidate-source.ts';
import { candidateSources } from './candidate-generation/generate-candidates.ts';
import type { CandidateSet } from './candidate-set.ts';

export const mostReasons = 3;
/** Added to ranks, so that the weight of a source counts more than the first few ranks. */
const rankOffset = 5;

/**
 * Short codes that say why a candidate is offered without a model, the strongest first. They come from the sources that ranked it high
 * and for which there is evidence. Some name the SKU of a related item. Empty when there is no evidence.
 */
export function reasonsOf(candidates: CandidateSet, row: number): string[] {
  const item = candidates.items[row] as number;
  const listings = candidateSources
    .map((source, index) => {
      const rank = candidates.ranks[row * candidateSources.length + index] as number;
      return { source, rank, strength: weightOf(source, candidates) / (rank + rankOffset) };
    })
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.strength - one.strength);
  const reasons: string[] = [];
  for (const { source } of listings) {
    if (reasons.length === mostReasons) break;
    const reason = source.explain(candidates, item);
    if (reason !== null) reasons.push(reason);
  }
  return reasons;
}
