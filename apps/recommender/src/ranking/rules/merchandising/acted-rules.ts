import type { CandidateSet } from '../candidate-set.ts';
import type { Offer } from '../offer.ts';

/** The rules that acted on an offer: its pin, if it has its place from it, and its boosts. */
export function rulesOfItem({ rules }: CandidateSet, item: number, isPinned: boolean): string[] {
  const pins = isPinned ? rules.pins.filter((pin) => pin.item === item) : [];
  return [...new Set([...pins, ...rules.boostsOf(item)].map(({ name }) => name))];
}

type ListedOffer = Pick<Offer, 'item' | 'score' | 'rules' | 'propensity'>;

/**
 * The names of the rules that acted on a list: those of its offers, those that refused a product which would have been a
 * candidate, the boosts that moved a product out of the list, and the caps that are reached. `scores` are those of the candidates.
 */
export function actedRules(
  candidates: CandidateSet,
  offers: readonly ListedOffer[],
  scores: ArrayLike<number>,
): string[] {
  const { rules, refusedBy, items, snapshot } = candidates;
  const { types } = snapshot.catalogue.columns;
  const countOf = (list: Iterable<number>, type: number) => [...list].filter((item) => types[item] === type).length;
  const offered = offers.map(({ item }) => item);
  const caps = rules.caps.filter(
    ({ type, most }) => countOf(offered, type) >= most && countOf(items, type) > countOf(offered, type),
  );
  const others = [...caps, ...demotionsOf(candidates, offers, scores)].map(({ name }) => name);
  return [...new Set([...refusedBy, ...offers.flatMap((offer) => offer.rules), ...others])].sort();
}

/** The boosts below 1 of products that are not offered although they score better than an offer that neither a rule nor chance placed. */
function demotionsOf({ rules, items }: CandidateSet, offers: readonly ListedOffer[], scores: ArrayLike<number>) {
  // Without boosts there is none, and most brands have none.
  if (!rules.hasBoosts) return [];
  const ownPlaces = offers.filter((offer) => offer.rules.length === 0 && offer.propensity === null);
  const weakest = Math.min(...ownPlaces.map(({ score }) => score));
  const offered = new Set(offers.map(({ item }) => item));
  return [...items].flatMap((item, row) =>
    offered.has(item) || !((scores[row] as number) > weakest)
      ? []
      : rules.boostsOf(item).filter(({ factor }) => factor < 1),
  );
}
