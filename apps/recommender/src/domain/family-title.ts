import type { CatalogueItem } from './catalogue-item.ts';
import { titleKey } from './title-key.ts';

/**
 * The title that the variants of a product share, in the form in which titles are compared. Imports of shop systems append the
 * variant to the title, as in "Oxford shirt - M / Blue"; what the size and the attributes say is left out.
 */
export function familyTitle({ title, size, attributes }: CatalogueItem): string {
  const whole = titleKey(title);
  const at = whole.lastIndexOf(' - ');
  if (at <= 0) return whole;
  const values = new Set([size ?? '', ...Object.values(attributes)].map((value) => titleKey(String(value))));
  const isVariant = whole
    .slice(at + ' - '.length)
    .split(' / ')
    .every((part) => values.has(part));
  return isVariant ? whole.slice(0, at) : whole;
}
