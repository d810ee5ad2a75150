import type { CandidateSet } from './candidate-set.ts';
import type { Candidates } from './candidates/candidates.ts';
import { type Signal, weightOf } from './signals/signal.ts';
import { signals } from './signals/signals.ts';

const mostReasons = 3;
const popularHereReason = 'popular_here';
/** Added to ranks, so that the weight of a signal counts more than the first few ranks. */
const rankOffset = 5;

/**
 * Short codes that say why a candidate is offered without a model, the strongest first. They come from the signals that ranked it high
 * and for which there is evidence. Some name the SKU of a related item. Empty when there is no evidence.
 */
export function reasonsOf(candidates: CandidateSet, row: number): string[] {
  const listings = signals
    .map((signal, index) => {
      const rank = rankIn(index, candidates, row);
      return { signal, rank, strength: weightOf(signal, candidates) / (rank + rankOffset) };
    })
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.strength - one.strength);
  const isHere = candidates.here?.sellsHere(candidates.items[row] as number) ?? false;
  const reasons = firstReasons(listings, candidates, row);
  return isHere ? [popularHereReason, ...reasons].slice(0, mostReasons) : reasons;
}

/** Every code that `reasonsOf` could give for a candidate, in the order of the signals. */
export function everyReasonOf(candidates: CandidateSet, row: number): string[] {
  const listings = signals.filter((_, index) => rankIn(index, candidates, row) > 0).map((signal) => ({ signal }));
  const isHere = candidates.here?.sellsHere(candidates.items[row] as number) ?? false;
  return [...(isHere ? [popularHereReason] : []), ...firstReasons(listings, candidates, row, listings.length)];
}

/** The reasons of the first signals that have evidence for the candidate. */
export function firstReasons(
  listings: readonly { readonly signal: Signal }[],
  candidates: CandidateSet,
  row: number,
  most: number = mostReasons,
): string[] {
  const reasons: string[] = [];
  for (const { signal } of listings) {
    if (reasons.length === most) break;
    const reason = signal.explain(candidates, candidates.items[row] as number);
    if (reason !== null) reasons.push(reason);
  }
  return reasons;
}

/** The rank of a candidate in the list of the signal with this number, from 1; 0 for none. */
export function rankIn(signal: number, { ranks }: Candidates, row: number): number {
  return ranks[row * signals.length + signal] as number;
}
