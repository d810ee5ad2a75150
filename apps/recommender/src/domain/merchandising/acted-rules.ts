import type { CandidateSet } from '../candidate-set.ts';

/** The rules that acted on an offer of a list of some length: its pin and its boosts. */
export function rulesOfItem({ rules }: CandidateSet, item: number, numItems: number): string[] {
  const pins = rules.pins.filter((pin) => pin.item === item && pin.rank <= numItems);
  return [...new Set([...pins, ...rules.boostsOf(item)].map(({ name }) => name))];
}

/**
 * The names of the rules that acted on a list: those of its offers, those that refused a product which would have been a
 * candidate, and the caps that are reached.
 */
export function actedRules(
  candidates: CandidateSet,
  offers: readonly { readonly item: number; readonly rules: readonly string[] }[],
): string[] {
  const { rules, refusedBy, items, snapshot } = candidates;
  const { types } = snapshot.catalogue.columns;
  const countOf = (list: Iterable<number>, type: number) => [...list].filter((item) => types[item] === type).length;
  const offered = offers.map(({ item }) => item);
  const caps = rules.caps.filter(
    ({ type, most }) => countOf(offered, type) >= most && countOf(items, type) > countOf(offered, type),
  );
  return [
    ...new Set([...refusedBy, ...offers.flatMap((offer) => offer.rules), ...caps.map(({ name }) => name)]),
  ].sort();
}
