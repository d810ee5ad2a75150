import type { CatalogueItem } from './catalogue-item.ts';
import { titleKey } from './title-key.ts';

/**
 * The title that the variants of a product share, in the form in which titles are compared. Imports of shop systems append the
 * variant to the title, as in "Oxford shirt - M / Blue", and other catalogues the size, as in "Oxford shirt M"; what the size and
 * the attributes say is left out.
 */
export function familyTitle(item: CatalogueItem): string {
  return withoutSize(withoutVariant(item), item.size);
}

function withoutVariant({ title, size, attributes }: CatalogueItem): string {
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

/** Only the last word can be the size, because a size such as `S` may be a part of a name elsewhere. */
function withoutSize(title: string, size: CatalogueItem['size']): string {
  const last = titleKey(String(size ?? ''));
  const words = title.endsWith(')') ? title.slice(0, -1) : title;
  if (last === '' || !words.endsWith(last)) return title;
  const before = words.slice(0, -last.length);
  const shared = before.replace(/[\s,(/-]+$/u, '');
  return shared === '' || shared === before ? title : shared;
}
