import type { RankingSnapshot } from '../ranking-snapshot.ts';
import type { CustomerProfile } from './customer-profile.ts';

/** Probability of each article type for the next purchase, by type code: from the anchors' types, else the history's. */
export function expectedTypes(
  { catalogue, purchases }: RankingSnapshot,
  profile: CustomerProfile,
  anchors: readonly number[],
): Float32Array {
  const { typeCount, together, next, shares } = purchases.types;
  if (anchors.length === 0 && profile.basketCount === 0) return shares;
  const expected = new Float32Array(typeCount);
  const add = (table: Float32Array, type: number, weight: number) => {
    for (let other = 0; other < typeCount; other += 1) {
      expected[other] = (expected[other] as number) + weight * (table[type * typeCount + other] as number);
    }
  };
  if (anchors.length > 0) {
    for (const anchor of anchors) add(together, catalogue.columns.types[anchor] as number, 1 / anchors.length);
    return expected;
  }
  for (let type = 0; type < typeCount; type += 1) {
    const share = profile.typeShares[type] as number;
    if (share > 0) add(next, type, share);
  }
  return expected;
}
