/** Slots from 1, in order of their best rank. Offers of one article type are alternatives and share a slot. */
export function slotsOf(articleTypes: readonly (number | string)[]): number[] {
  const slots = new Map<number | string, number>();
  return articleTypes.map((type) => {
    const slot = slots.get(type) ?? slots.size + 1;
    slots.set(type, slot);
    return slot;
  });
}
