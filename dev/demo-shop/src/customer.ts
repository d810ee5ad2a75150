import { typeList } from './article-types.ts';
import type { RandomSource } from './random-source.ts';
import { isTypicalOfRegion, type Region } from './region.ts';
import { type BodySizes, drawBodySizes } from './sizes.ts';
import { Taste } from './taste.ts';
import { firstNames, lastNames } from './vocabulary.ts';

export type CustomerKind = 'casual' | 'regular' | 'collector' | 'reseller';

export interface Customer {
  phone: string;
  /** Null for a guest. */
  customerId: string | null;
  name: string;
  kind: CustomerKind;
  sizes: BodySizes;
  taste: Taste;
  /** Taste of the person who gets the presents. */
  giftTaste: Taste;
  /** Weight of each article type, relative to the others. */
  typeWeights: Float64Array;
  /** Weights of completing a set, repeating a purchase and buying a present: about 1 on average. */
  completing: number;
  repeating: number;
  giving: number;
  collectsCharms: boolean;
  /** Mean days between orders, and the probability of another order. */
  gapDays: number;
  returning: number;
}

const kinds: readonly { kind: CustomerKind; share: number; gapDays: number; returning: number }[] = [
  { kind: 'casual', share: 0.62, gapDays: 210, returning: 0.3 },
  { kind: 'regular', share: 0.29, gapDays: 130, returning: 0.72 },
  { kind: 'collector', share: 0.086, gapDays: 60, returning: 0.9 },
  { kind: 'reseller', share: 0.004, gapDays: 45, returning: 0.95 },
];

/** `random` must be separate for each customer. With a region they differ by area code; all else is drawn as without. */
export function drawCustomer(
  index: number,
  phones: Phones,
  random: RandomSource,
  regionOf: ((phone: string) => Region) | null = null,
): Customer {
  const phone = phones.of(index);
  const region = regionOf?.(phone) ?? null;
  const { kind, gapDays, returning } = kinds[random.weighted(kinds.map(({ share }) => share))] ?? (kinds[0] as Kind);
  const isMan = random.chance(0.24);
  const budget = Math.log(85) + random.normal() * 0.65;
  const giftBudget = budget + random.normal() * 0.3;
  return {
    phone,
    customerId: kind === 'casual' && random.chance(0.15) ? null : customerIdOf(index),
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    kind,
    sizes: drawBodySizes(isMan, random),
    taste: new Taste(random, { isMan, budget, style: isTypicalOfRegion(index) ? (region?.style ?? null) : null }),
    giftTaste: new Taste(random, { isMan: !isMan && random.chance(0.3), budget: giftBudget }),
    typeWeights: Float64Array.from(typeList, ({ demand }, type) => {
      return demand * Math.exp(random.normal() * 0.9) * (region?.typeFactors[type] ?? 1);
    }),
    completing: random.exponential(1),
    repeating: random.exponential(1),
    giving: random.exponential(isMan ? 1.8 : 1),
    collectsCharms: random.chance(0.09),
    gapDays: gapDays * Math.exp(random.normal() * 0.4),
    returning,
  };
}

type Kind = (typeof kinds)[number];

export function customerIdOf(index: number): string {
  return String(index).padStart(4, '0');
}

const numbersOfArea = 10_000;
// Without 415, the area code of the demo caller, whose number must be unique.
const areaCodes = Array.from({ length: 800 }, (_, offset) => 200 + offset).filter(
  (code) => code % 100 !== 11 && code !== 415,
);
const numbers = areaCodes.length * numbersOfArea;
// A prime that does not divide `numbers`, so that every number comes once before one repeats.
const stride = 1_299_709;
/** Area codes of large cities: half of the customers of a shop with regions, as far as they have numbers. */
const cityCodes = areaCodes.filter((_, place) => place % 33 === 0);
const cityNumbers = cityCodes.length * numbersOfArea;
const countryCodes = areaCodes.filter((_, place) => place % 33 !== 0);

/** Every index has a different number of the exchange 555, which is not assigned to people. None equals the demo caller's number. */
export class Phones {
  readonly #start: number;
  readonly #hasCities: boolean;

  constructor(random: RandomSource, { hasCities = false }: { hasCities?: boolean } = {}) {
    this.#start = random.integer(0, numbers - 1);
    this.#hasCities = hasCities;
  }

  of(index: number): string {
    if (!this.#hasCities) return numberAt(areaCodes, (this.#start + index * stride) % numbers);
    const half = index >> 1;
    const isOfCity = index % 2 === 1 && half < cityNumbers;
    if (isOfCity) return numberAt(cityCodes, (this.#start + half * stride) % cityNumbers);
    return numberAt(countryCodes, (this.#start + index * stride) % (countryCodes.length * numbersOfArea));
  }
}

function numberAt(codes: readonly number[], at: number): string {
  return `${codes[Math.floor(at / numbersOfArea)]}555${String(at % numbersOfArea).padStart(4, '0')}`;
}
