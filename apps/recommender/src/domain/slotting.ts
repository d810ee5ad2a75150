import type { Catalogue } from './catalogue.ts';
import type { RankedOffer } from './offer.ts';

/**
 * The slot of each offer of a whole list: from 1, in order of their best rank. Offers of one article type are alternatives and
 * share a slot.
 */
export function slotsOf(offers: readonly RankedOffer[], { columns }: Catalogue): number[] {
  const slots = new Map<number, number>();
  return offers.map(({ item }) => {
    const type = columns.types[item] as number;
    const slot = slots.get(type) ?? slots.size + 1;
    slots.set(type, slot);
    return slot;
  });
}
