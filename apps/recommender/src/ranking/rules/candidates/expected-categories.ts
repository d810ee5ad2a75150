import type { RankingSnapshot } from '../ranking-snapshot.ts';
import type { CustomerProfile } from './customer-profile.ts';

/**
 * For each categorical feature: the probability of each code for the next item, given the anchors or given the history, and how much more
 * likely it is than in all purchases, as a logarithm. Null without anchors, or without history.
 */
export interface ExpectedCategories {
  readonly afterAnchors: readonly Float32Array[] | null;
  readonly liftsAfterAnchors: Lifts | null;
  readonly afterHistory: readonly Float32Array[] | null;
  readonly liftsAfterHistory: Lifts | null;
}

export type Lifts = readonly Float64Array[];

export function expectedCategories(
  snapshot: RankingSnapshot,
  profile: CustomerProfile,
  anchors: readonly number[],
): ExpectedCategories {
  const afterAnchors = anchors.length === 0 ? null : expectedAfterAnchors(snapshot, anchors);
  const afterHistory = profile.basketCount === 0 ? null : expectedAfterHistory(snapshot, profile);
  return {
    afterAnchors,
    liftsAfterAnchors: afterAnchors && liftsOf(snapshot, afterAnchors),
    afterHistory,
    liftsAfterHistory: afterHistory && liftsOf(snapshot, afterHistory),
  };
}

function liftsOf({ purchases }: RankingSnapshot, expected: readonly Float32Array[]): Lifts {
  return purchases.affinities.map(({ codeCount, shares }, feature) => {
    const probabilities = expected[feature] as Float32Array;
    const lifts = new Float64Array(codeCount);
    for (let code = 0; code < codeCount; code += 1) {
      lifts[code] = Math.log((probabilities[code] as number) / (shares[code] as number));
    }
    return lifts;
  });
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
