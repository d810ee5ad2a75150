import type { Catalogue } from './catalogue.ts';

/**
 * The slot of each item of a list, best first: from 1, in order of their best rank. Items of one article type are alternatives and share
 * a slot.
 */
export function slotsOf(items: readonly number[], { columns }: Catalogue): number[] {
  const slots = new Map<number, number>();
  return items.map((item) => {
    const type = columns.types[item] as number;
    const slot = slots.get(type) ?? slots.size + 1;
    slots.set(type, slot);
    return slot;
  });
}
