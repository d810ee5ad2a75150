import type { ImportRecord, InheritedValues } from '@callside/shop-data';

/**
 * The row of the catalogue of a variation that has deliveries of its own, with what it has from its product. Its name is that of the
 * product with what comes after it in the variation's: `Band - 7`. null: no delivery had the product, or it is no variation.
 */
export function offerOfVariation(offer: ImportRecord, inherited: InheritedValues | null): ImportRecord {
  if (inherited === null) return offer;
  const { title: name = '', ...others } = inherited;
  return { ...offer, ...others, ...(name !== '' && { title: titleOf(String(offer.title ?? ''), name) }) };
}

const separator = ' - ';

function titleOf(own: string, name: string): string {
  if (own === name || own.startsWith(`${name}${separator}`)) return own;
  const at = own.lastIndexOf(separator);
  return at === -1 ? name : `${name}${own.slice(at)}`;
}
