import type { CandidateSet } from '../candidate-set.ts';

/** The rules that acted on an offer: its pin, if it has its place from it, and its boosts. */
export function rulesOfItem({ rules }: CandidateSet, item: number, isPinned: boolean): string[] {
  const pins = isPinned ? rules.pins.filter((pin) => pin.item === item) : [];
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
