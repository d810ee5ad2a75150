import { longestSize, sizeKey } from '@callside/schemas';
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
    .every((part) => values.has(part) || (typeof size === 'number' && numberIn(part) === size));
  return isVariant ? whole.slice(0, at) : whole;
}

/** Only the last word can be the size, because a size such as `S` may be a part of a name elsewhere. */
function withoutSize(title: string, size: CatalogueItem['size']): string {
  const words = title.endsWith(')') ? title.slice(0, -1) : title;
  const last = sizeAtEnd(words, size);
  if (last === '' || !words.endsWith(last)) return title;
  const before = words.slice(0, -last.length);
  const shared = before.replace(/[\s,(/-]+$/u, '');
  return shared === '' || shared === before ? title : shared;
}

const otherNotation = /(?:\d+[.,]\d+|\d+[\s-]+\d[/\u2044]\d|(?:\d+[\s-]*)?[¼½¾])$/u;

/** As the catalogue has it, or a number in another notation: `7,5` and `7 1/2` are the size 7.5. */
function sizeAtEnd(words: string, size: CatalogueItem['size']): string {
  const written = titleKey(String(size ?? ''));
  if (typeof size !== 'number' || words.endsWith(written)) return written;
  const [other = ''] = otherNotation.exec(words.slice(-longestSize)) ?? [];
  return numberIn(other) === size ? other : written;
}

function numberIn(text: string): number | null {
  const key = text.length <= longestSize ? sizeKey(text) : null;
  return typeof key === 'number' ? key : null;
}
