import type { CandidateSet, RankingSnapshot } from '../ranking/index.ts';
import { eligibilityOf } from '../ranking/index.ts';

/** The most bought items that may be offered, best first. */
export function popularityOrder(snapshot: RankingSnapshot, { request }: CandidateSet, count: number): number[] {
  return firstEligible(snapshot, request, snapshot.purchases.statistics.popularOrder, count);
}

/** The customer's own items by number of purchases, then by recency; popularity fills the rest. */
export function ownFrequencyOrder(snapshot: RankingSnapshot, candidates: CandidateSet, count: number): number[] {
  const { profile, request } = candidates;
  const own = [...profile.own]
    .sort((one, other) => other.times - one.times || one.daysSince - other.daysSince || one.item - other.item)
    .map(({ item }) => item);
  const popular = popularityOrder(snapshot, candidates, count + own.length).filter((item) => !own.includes(item));
  return firstEligible(snapshot, request, [...own, ...popular], count);
}

function firstEligible(
  snapshot: RankingSnapshot,
  request: CandidateSet['request'],
  order: Iterable<number>,
  count: number,
): number[] {
  const isEligible = eligibilityOf(snapshot, request);
  const first: number[] = [];
  for (const item of order) {
    if (first.length === count) break;
    if (isEligible(item)) first.push(item);
  }
  return first;
}
