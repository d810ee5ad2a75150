import { typeList } from './article-types.ts';
import { historyDays } from './calendar.ts';
import { type Design, isOnSaleAtTheEnd } from './design.ts';
import type { RandomSource } from './random-source.ts';
import type { Product, StockLevel } from './shop.ts';

/** Everything that the shop sells or sold, by article number. The sizes of a design have consecutive numbers. */
export interface Articles {
  designs: readonly Design[];
  products: readonly Product[];
  /** The design of each article. */
  designOf: Int32Array;
  /** The first article of each design; its other articles follow in the order of its sizes. */
  firstOf: Int32Array;
  /** Whether the catalogue still contains an article. */
  isOnSale: Uint8Array;
}

const firstSku = 100_200;

/** Limits the catalogue to `wanted` articles: those that were launched last are left out. */
export function numberArticles(designs: readonly Design[], wanted: number, random: RandomSource): Articles {
  const inOrder = [...designs].sort((one, other) => one.trend.launchDay - other.trend.launchDay);
  const kept: Design[] = [];
  const products: Product[] = [];
  const designOf: number[] = [];
  const firstOf: number[] = [];
  const isOnSale: number[] = [];
  let sku = firstSku;
  let onSale = 0;
  for (const design of inOrder) {
    const isKept = isOnSaleAtTheEnd(design);
    const sizes: (number | null)[] = [...(design.sizes ?? [null])].slice(0, isKept ? wanted - onSale : undefined);
    if (sizes.length === 0) continue;
    firstOf.push(products.length);
    for (const size of sizes) {
      sku += random.integer(1, 6);
      designOf.push(kept.length);
      isOnSale.push(isKept ? 1 : 0);
      products.push(toProduct(design, size, String(sku)));
    }
    if (isKept) onSale += sizes.length;
    kept.push(design.sizes === null ? design : { ...design, sizes: sizes.filter((size) => size !== null) });
  }
  return {
    designs: kept,
    products,
    designOf: Int32Array.from(designOf),
    firstOf: Int32Array.from(firstOf),
    isOnSale: Uint8Array.from(isOnSale),
  };
}

/** About 12 % are sold out; unusual sizes and old pieces more often than others. */
export function drawStock({ designs, products, designOf, isOnSale }: Articles, random: RandomSource): StockLevel[] {
  return products.flatMap(({ sku, size }, article) => {
    if (isOnSale[article] !== 1) return [];
    const { trend, sizes, type } = designs[designOf[article] ?? 0] as Design;
    const isEdge = sizes !== null && (size === sizes[0] || size === sizes.at(-1));
    const isOld = trend.kind === 'fading' && trend.turnDay < historyDays;
    const soldOut = 0.08 + (isEdge ? 0.07 : 0) + (isOld ? 0.1 : 0);
    const always = typeList[type]?.name === 'care' || typeList[type]?.name === 'gift card';
    const onHand = random.chance(soldOut) && !always ? 0 : 1 + Math.floor(random.exponential(size === null ? 14 : 5));
    return [{ sku, onHand }];
  });
}

function toProduct(design: Design, size: number | null, sku: string): Product {
  return {
    sku,
    title: size !== null && design.titleNamesSize ? `${design.title}, Size ${size}` : design.title,
    webPrice: design.price,
    articleType: typeList[design.type]?.name ?? '',
    size,
    metal: design.metal,
    gem: design.gem,
    color: design.color,
    collection: design.collectionName,
    gender: design.gender,
  };
}
