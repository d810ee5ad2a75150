import { candidateSources } from './candidate-generation/generate-candidates.ts';
import type { CandidateSet } from './offers.ts';
import { affinity } from './purchase-index/neighbours.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';

/**
 * Short codes that say why a candidate is offered, the strongest first: those of its sources in which it stood high, naming
 * the SKU of what it goes with. One of popularity at least, when nothing of the customer speaks for it.
 */
export function reasonsOf(
  snapshot: RankingSnapshot,
  { items, places, question, profile }: CandidateSet,
  row: number,
): string[] {
  const item = items[row] as number;
  const standing = candidateSources
    .map(({ name, weights }, source) => ({
      name,
      weight: weights[question.anchors.length > 0 ? 'withAnchors' : 'alone'],
      place: places[row * candidateSources.length + source] as number,
    }))
    .filter(({ place }) => place > 0)
    .sort((one, other) => other.weight / (other.place + 5) - one.weight / (one.place + 5));
  const codes = standing.map(({ name }) => {
    switch (name) {
      case 'often_bought_with':
      case 'also_bought_with': {
        const relation = name === 'often_bought_with' ? snapshot.purchases.together : snapshot.purchases.alsoBought;
        return withSku(snapshot, name, question.anchors, (anchor) => affinity(relation, anchor, item));
      }
      case 'goes_with_history':
      case 'bought_next': {
        const relation = name === 'bought_next' ? snapshot.purchases.boughtNext : snapshot.purchases.alsoBought;
        const own = profile.own.map((line) => line.item);
        return withSku(snapshot, name, own, (other) => affinity(relation, other, item));
      }
      default:
        return name;
    }
  });
  return [...new Set(codes)].slice(0, 3);
}

function withSku(
  { catalogue }: RankingSnapshot,
  name: string,
  others: readonly number[],
  strengthOf: (other: number) => number,
): string {
  let best: number | undefined;
  for (const other of others) if (best === undefined || strengthOf(other) > strengthOf(best)) best = other;
  const sku = best === undefined ? undefined : catalogue.items[best]?.sku;
  return sku === undefined ? name : `${name}:${sku}`;
}
