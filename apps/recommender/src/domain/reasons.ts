import { candidateSources } from './candidate-generation/generate-candidates.ts';
import { maxOwnStyles } from './candidate-generation/same-style.ts';
import { maxOwnItems } from './candidate-generation/similar-items.ts';
import type { CandidateSet } from './candidate-set.ts';
import {
  fits,
  haveOthersBought,
  haveOthersBoughtBoth,
  haveTheyBought,
  isOfTheirStyle,
  type PurchaseTiming,
  recentDays,
} from './evidence.ts';
import { similarityOf } from './purchase-index/item-similarities.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';

interface Offered {
  readonly snapshot: RankingSnapshot;
  readonly candidates: CandidateSet;
  readonly item: number;
}

interface Company {
  /** The companions that the item may go with: the used anchors, or purchases of the customer. */
  readonly others: (candidates: CandidateSet) => readonly number[];
  readonly relation: 'together' | 'alsoBought' | 'boughtNext';
  readonly order: PurchaseTiming;
}

const mostReasons = 3;
/** Only the strongest companions are examined. */
const mostCompanions = 5;

const anchorsOf = ({ anchors }: CandidateSet) => anchors;
const ownItemsOf = ({ profile }: CandidateSet) => profile.own.slice(0, maxOwnItems).map(({ item }) => item);

/** Sources whose reason names the SKU of a companion. */
const companies: Readonly<Record<string, Company>> = {
  often_bought_with: { others: anchorsOf, relation: 'together', order: 'same_day' },
  also_bought_with: { others: anchorsOf, relation: 'alsoBought', order: 'any_day' },
  goes_with_history: { others: ownItemsOf, relation: 'alsoBought', order: 'any_day' },
  completes_history: { others: ownItemsOf, relation: 'together', order: 'same_day' },
  bought_next: { others: ownItemsOf, relation: 'boughtNext', order: 'later' },
};

/** For the other sources: the condition for giving their name as a reason. */
const evidences: Readonly<Record<string, (offered: Offered) => boolean>> = {
  own_repeat: ({ candidates, item }) => candidates.profile.ownByItem.has(item),
  customers_like_you: ({ snapshot, candidates, item }) => haveTheyBought(snapshot, candidates.similar.numbers, item),
  customers_like_you_now: ({ snapshot, candidates, item }) =>
    haveTheyBought(snapshot, candidates.similar.numbers, item, recentDays),
  matches: ({ snapshot, candidates, item }) =>
    fits(snapshot, candidates.expected.afterAnchors, { others: candidates.anchors, item, relation: 'together' }),
  your_taste: ({ snapshot, candidates, item }) =>
    fits(snapshot, candidates.expected.afterHistory, { others: ownItemsOf(candidates), item, relation: 'next' }),
  same_style: ({ snapshot, candidates, item }) => {
    const { anchors } = candidates;
    return isOfTheirStyle(snapshot, anchors.length > 0 ? anchors : ownItemsOf(candidates).slice(0, maxOwnStyles), item);
  },
  popular_now: ({ snapshot, candidates, item }) => haveOthersBought(snapshot, candidates.isCaller, item, recentDays),
  popular: ({ snapshot, candidates, item }) => haveOthersBought(snapshot, candidates.isCaller, item),
};

/** The reasons as responses contain them, in the order of the sources; `SKU` stands for a SKU of the catalogue. */
export const reasonForms: readonly string[] = candidateSources.map(({ name }) =>
  name in companies ? `${name}:SKU` : name,
);

/**
 * Short codes that say why a candidate is offered, the strongest first. They come from the sources that ranked it high
 * and for which there is evidence. Some name the SKU of a companion. Empty when there is no evidence.
 */
export function reasonsOf(snapshot: RankingSnapshot, candidates: CandidateSet, row: number): string[] {
  const { items, ranks, anchors } = candidates;
  const offered = { snapshot, candidates, item: items[row] as number };
  const standing = candidateSources
    .map(({ name, weights }, source) => ({
      name,
      weight: weights[anchors.length > 0 ? 'withAnchors' : 'alone'],
      index: ranks[row * candidateSources.length + source] as number,
    }))
    .filter(({ index }) => index > 0)
    .sort((one, other) => other.weight / (other.index + 5) - one.weight / (one.index + 5));
  const reasons: string[] = [];
  for (const { name } of standing) {
    if (reasons.length === mostReasons) break;
    const company = companies[name];
    const sku = company === undefined ? undefined : companionOf(offered, company);
    if (sku !== undefined) reasons.push(`${name}:${sku}`);
    else if (evidences[name]?.(offered) === true) reasons.push(name);
  }
  return reasons;
}

/** The SKU of the companion with the greatest affinity, among those with evidence. */
function companionOf(
  { snapshot, candidates, item }: Offered,
  { others, relation, order }: Company,
): string | undefined {
  const { catalogue, purchases } = snapshot;
  const companion = others(candidates)
    .map((other) => ({ other, strength: similarityOf(purchases[relation], other, item) }))
    .filter(({ strength }) => strength > 0)
    .sort((one, other) => other.strength - one.strength)
    .slice(0, mostCompanions)
    .find(({ other }) => haveOthersBoughtBoth(snapshot, candidates.isCaller, { other, item, order }));
  return companion === undefined ? undefined : catalogue.items[companion.other]?.sku;
}
