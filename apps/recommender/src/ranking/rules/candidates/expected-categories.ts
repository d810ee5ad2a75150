import type { RankingSnapshot } from '../ranking-snapshot.ts';
import type { CustomerProfile } from './customer-profile.ts';

/**
 * For each categorical feature: the probability of each code for the next item, given the anchors or given the history.
 * Null without anchors, or without history.
 */
export interface ExpectedCategories {
  readonly afterAnchors: readonly Float32Array[] | null;
  readonly afterHistory: readonly Float32Array[] | null;
}

export function expectedCategories(
  snapshot: RankingSnapshot,
  profile: CustomerProfile,
  anchors: readonly number[],
): ExpectedCategories {
  return {
    afterAnchors: anchors.length === 0 ? null : expectedAfterAnchors(snapshot, anchors),
    afterHistory: profile.basketCount === 0 ? null : expectedAfterHistory(snapshot, profile),
  };
}

function expectedAfterAnchors({ catalogue, purchases }: RankingSnapshot, anchors: readonly number[]): Float32Array[] {
  return purchases.affinities.map(({ codeCount, together }, index) => {
    const weights = new Map<number, number>();
    for (const anchor of anchors) {
      const code = catalogue.columns.categoricalFeatures[index]?.codes[anchor] as number;
      weights.set(code, (weights.get(code) ?? 0) + 1 / anchors.length);
    }
    return mixed(together, codeCount, weights);
  });
}

function expectedAfterHistory({ purchases }: RankingSnapshot, profile: CustomerProfile): Float32Array[] {
  return purchases.affinities.map(({ codeCount, next }, index) => {
    const weights = new Map<number, number>();
    const shares = profile.shares[index] as Float32Array;
    for (let code = 0; code < shares.length; code += 1) {
      const share = shares[code] as number;
      if (share > 0) weights.set(code, share);
    }
    return mixed(next, codeCount, weights);
  });
}

/** The sum of the rows of these codes, with their weights. */
function mixed(table: Float32Array, codeCount: number, weights: ReadonlyMap<number, number>): Float32Array {
  const expected = new Float32Array(codeCount);
  for (const [code, weight] of weights) {
    for (let other = 0; other < codeCount; other += 1) {
      expected[other] = (expected[other] as number) + weight * (table[code * codeCount + other] as number);
    }
  }
  return expected;
}
