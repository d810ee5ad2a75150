import type { RandomSource } from '../random-source.ts';
import type { ShopKind } from './shop-kind.ts';

export interface VariedProduct {
  /** Decimal digits. */
  readonly sku: string;
  readonly title: string;
  readonly webPrice: number;
  readonly articleType: string;
  readonly size: null;
  readonly brand: string;
  readonly color: string;
}

/** What customers see in a product, by its number. */
export interface Traits {
  readonly interest: number;
  readonly brand: number;
  readonly color: number;
  readonly logPrice: number;
  readonly popularity: number;
  /** Days of the history: sold from `launch` to before `retired`. */
  readonly launch: number;
  readonly retired: number;
  /** Numbers of the products that belong to it. */
  readonly partners: readonly number[];
}

const brandCount = 30;
const colorCount = 9;
const partnerCount = 4;

/** The products of a shop and their traits, by number. */
export function drawVariedProducts(
  kind: ShopKind,
  days: number,
  random: RandomSource,
): { products: VariedProduct[]; traits: Traits[] } {
  const typesOf = Array.from({ length: kind.interests }, () =>
    Array.from({ length: random.integer(1, 4) }, () => random.integer(0, kind.articleTypes - 1)),
  );
  const typePrices = Array.from({ length: kind.articleTypes }, () => Math.log(25) + random.normal());
  const products: VariedProduct[] = [];
  const traits: Traits[] = [];
  for (let number = 0; number < kind.products; number += 1) {
    const interest = random.integer(0, kind.interests - 1);
    const type = random.pick(typesOf[interest] as number[]);
    const brand = random.integer(0, brandCount - 1);
    const color = random.integer(0, colorCount - 1);
    const logPrice = (typePrices[type] as number) + random.normal() * 0.5;
    const isLaunched = random.chance(kind.launched);
    const launch = isLaunched ? random.integer(0, days - 1) : 0;
    products.push({
      sku: String(1000 + number),
      title: `Type ${type} of brand ${brand}, model ${number % 700}`,
      webPrice: Math.round(Math.exp(logPrice) * 100) / 100,
      articleType: `type ${type}`,
      size: null,
      brand: `brand ${brand}`,
      color: `color ${color}`,
    });
    traits.push({
      interest,
      brand,
      color,
      logPrice,
      popularity: random.integer(1, 100) ** -kind.popularity,
      launch,
      retired: isLaunched ? launch + random.exponential(kind.saleDays) : Number.POSITIVE_INFINITY,
      partners: Array.from({ length: partnerCount }, () => random.integer(0, kind.products - 1)),
    });
  }
  return { products, traits };
}
