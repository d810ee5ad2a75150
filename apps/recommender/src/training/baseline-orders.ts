import type { CandidateSet } from '../domain/candidate-set.ts';
import { eligibilityOf } from '../domain/eligibility.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';

/** The most bought items that may be offered, best first. */
export function popularityOrder(snapshot: RankingSnapshot, { question }: CandidateSet, count: number): number[] {
  return firstEligible(snapshot, question, snapshot.purchases.statistics.popularOrder, count);
}

/** The customer's own items by how often and then how recently they were bought; popularity fills the rest. */
export function ownFrequencyOrder(snapshot: RankingSnapshot, candidates: CandidateSet, count: number): number[] {
  const { profile, question } = candidates;
  const own = [...profile.own]
    .sort((one, other) => other.times - one.times || one.daysSince - other.daysSince || one.item - other.item)
    .map(({ item }) => item);
  const popular = popularityOrder(snapshot, candidates, count + own.length).filter((item) => !own.includes(item));
  return firstEligible(snapshot, question, [...own, ...popular], count);
}

function firstEligible(
  snapshot: RankingSnapshot,
  question: CandidateSet['question'],
  order: Iterable<number>,
  count: number,
): number[] {
  const isEligible = eligibilityOf(snapshot, question);
  const first: number[] = [];
  for (const item of order) {
    if (first.length === count) break;
    if (isEligible(item)) first.push(item);
  }
  return first;
}
