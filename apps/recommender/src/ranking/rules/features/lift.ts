import { firstAttribute } from '../catalogue-columns.ts';
import type { RankingSnapshot } from '../ranking-snapshot.ts';
import { noDifference } from './feature.ts';

/** How much more likely the item's code of a categorical feature is than in all purchases, as a logarithm. */
export function liftOf(
  { catalogue, purchases }: RankingSnapshot,
  expected: readonly Float32Array[] | null,
  feature: number,
  item: number,
): number {
  if (expected === null) return noDifference;
  const code = catalogue.columns.categoricalFeatures[feature]?.codes[item] as number;
  const share = purchases.affinities[feature]?.shares[code] as number;
  return Math.log((expected[feature]?.[code] as number) / share);
}

/** The sum of this logarithm over all attributes. */
export function attributeLift(
  snapshot: RankingSnapshot,
  expected: readonly Float32Array[] | null,
  item: number,
): number {
  if (expected === null) return noDifference;
  let sum = 0;
  for (let index = firstAttribute; index < snapshot.catalogue.columns.categoricalFeatures.length; index += 1) {
    sum += liftOf(snapshot, expected, index, item);
  }
  return sum;
}
