import { typeList } from './article-types.ts';
import type { RandomSource } from './random-source.ts';
import { drawSizeRun } from './sizes.ts';
import type { Trend } from './trend.ts';
import { gems, metals } from './vocabulary.ts';

/** One design; each of its sizes is a separate article. */
export interface Design {
  type: number;
  style: number;
  /** -1 without a collection. */
  collection: number;
  collectionName: string;
  metal: string;
  gem: string;
  color: string;
  gender: string;
  title: string;
  /** Whether titles contain the size. */
  titleNamesSize: boolean;
  price: number;
  popularity: number;
  trend: Trend;
  /** Null when it has no sizes. */
  sizes: readonly number[] | null;
}

export function isOnSaleAtTheEnd({ trend }: Design): boolean {
  return trend.retiredDay === Number.POSITIVE_INFINITY;
}

export type DesignDraft = Omit<Design, 'color' | 'sizes'>;

/** `price` of a draft is relative to the usual price of its type, metal and gem. */
export function completeDesign(draft: DesignDraft, random: RandomSource): Design {
  const { price = 50, sizing } = typeList[draft.type] ?? {};
  const metal = metals[draft.metal] ?? { price: 1, color: '' };
  const gem = gems[draft.gem] ?? { price: 1, color: '' };
  const isSized = sizing !== undefined && random.chance(sizing === 'bracelet' ? 0.8 : 0.94);
  return {
    ...draft,
    color: gem.color || metal.color,
    price: toShopPrice(draft.price * price * metal.price * gem.price),
    sizes: isSized ? drawSizeRun(sizing, draft.gender === 'men', random) : null,
  };
}

function toShopPrice(price: number): number {
  if (price < 100) return Math.max(Math.round(price / 5) * 5, 5) - 0.05;
  if (price < 1000) return Math.round(price / 10) * 10 - 1;
  return Math.round(price / 50) * 50 - 5;
}

export function isWomens(type: number): boolean {
  return ['anklet', 'earrings', 'brooch'].includes(typeList[type]?.name ?? '');
}

/** `cubic zirconia` as `Cubic Zirconia `, with a space at its end. */
export function titled(name: string): string {
  return name === '' ? '' : `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())} `;
}
