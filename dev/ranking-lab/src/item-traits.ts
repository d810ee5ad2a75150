import type { Catalogue, CatalogueItem } from '@callside/recommender/ranking';

/** One classification of products: each item's kind, and the number of kinds. */
export interface Trait {
  readonly name: string;
  readonly kinds: Int32Array;
  readonly kindCount: number;
}

const priceBands = 8;

/** By article type, title, price band and each attribute of the catalogue. */
export function toTraits({ items }: Catalogue): Trait[] {
  const byPrice = items.map(({ webPrice }) => webPrice).sort((a, b) => a - b);
  const limits = Array.from(
    { length: priceBands - 1 },
    (_, n) => byPrice[Math.floor(((n + 1) * items.length) / priceBands)],
  );
  const bandOf = (price: number) => limits.filter((limit) => limit !== undefined && price >= limit).length;
  const attributes = [...new Set(items.flatMap((item) => Object.keys(item.attributes)))].sort();
  return [
    toTrait('article type', items, (item) => item.articleType),
    toTrait('title', items, (item) => item.title),
    toTrait('price', items, (item) => String(bandOf(item.webPrice))),
    ...attributes.map((name) => toTrait(name, items, (item) => item.attributes[name] ?? '')),
  ];
}

function toTrait(name: string, items: readonly CatalogueItem[], kindOf: (item: CatalogueItem) => string): Trait {
  const numbers = new Map<string, number>();
  const kinds = Int32Array.from(items, (item) => {
    const kind = kindOf(item);
    const number = numbers.get(kind) ?? numbers.size;
    numbers.set(kind, number);
    return number;
  });
  return { name, kinds, kindCount: numbers.size };
}
