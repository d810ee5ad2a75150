import type { CategoricalFeature } from '../catalogue-columns.ts';
import type { CustomerLines } from './customer-lines.ts';

/**
 * Transition probabilities between the codes of one categorical feature. The tables are square, by code, row-major. Each
 * row sums to 1. Rows with few observations are shrunk towards the codes' shares of all purchases.
 */
export interface CategoryAffinity {
  readonly codeCount: number;
  /** Given the code of an item in a basket: that of another item of the basket. */
  readonly together: Float32Array;
  /** Given the code of an item that a customer bought: that of an item of a later basket. */
  readonly next: Float32Array;
  /** The codes' shares of all purchases. */
  readonly shares: Float32Array;
  /** By code: the weight of the pairs that were counted for its row of `together`; a pair of a customer with n lines weighs 1/log2 n. */
  readonly togetherPairs: Float32Array;
  /** The same for `next`. */
  readonly nextPairs: Float32Array;
}

const linesAround = 20;
/** Weight of the shares, in pairs of a customer with two lines. */
const prior = 10;

/** One per entry of `categoricalFeatures`. */
export function categoryAffinitiesOf(
  lines: CustomerLines,
  categoricalFeatures: readonly CategoricalFeature[],
): CategoryAffinity[] {
  return categoricalFeatures.map((feature) => affinityOf(lines, feature));
}

function affinityOf(lines: CustomerLines, { codes, codeCount }: CategoricalFeature): CategoryAffinity {
  const shares = new Float64Array(codeCount).fill(0.5);
  const together = new Float64Array(codeCount * codeCount);
  const next = new Float64Array(codeCount * codeCount);
  for (let customer = 0; customer + 1 < lines.starts.length; customer += 1) {
    const from = lines.starts[customer] as number;
    const to = lines.starts[customer + 1] as number;
    // Most pairs of a shop may be those of a few accounts with very many orders.
    const weight = 1 / Math.log2(Math.max(2, to - from));
    for (let line = from; line < to; line += 1) {
      const item = lines.items[line] as number;
      const code = codes[item] as number;
      add(shares, code, 1);
      for (let before = Math.max(from, line - linesAround); before < line; before += 1) {
        const other = lines.items[before] as number;
        if (other === item) continue;
        const earlier = codes[other] as number;
        if (lines.baskets[before] === lines.baskets[line]) {
          add(together, earlier * codeCount + code, weight);
          add(together, code * codeCount + earlier, weight);
        } else add(next, earlier * codeCount + code, weight);
      }
    }
  }
  const total = shares.reduce((sum, count) => sum + count, 0);
  const shareOf = Float32Array.from(shares, (count) => count / total);
  const [togetherPairs, nextPairs] = [pairsByRow(together, codeCount), pairsByRow(next, codeCount)];
  return {
    codeCount,
    together: smoothed(together, togetherPairs, shareOf),
    next: smoothed(next, nextPairs, shareOf),
    shares: shareOf,
    togetherPairs,
    nextPairs,
  };
}

function add(table: Float64Array, index: number, weight: number): void {
  table[index] = (table[index] as number) + weight;
}

function pairsByRow(table: Float64Array, codeCount: number): Float32Array {
  const pairs = new Float32Array(codeCount);
  for (let row = 0; row < codeCount; row += 1) {
    pairs[row] = table.subarray(row * codeCount, (row + 1) * codeCount).reduce((sum, count) => sum + count, 0);
  }
  return pairs;
}

function smoothed(table: Float64Array, pairs: Float32Array, shares: Float32Array): Float32Array {
  const size = shares.length;
  const result = new Float32Array(table.length);
  for (let row = 0; row < size; row += 1) {
    const total = pairs[row] as number;
    for (let column = 0; column < size; column += 1) {
      const count = table[row * size + column] as number;
      result[row * size + column] = (count + prior * (shares[column] as number)) / (total + prior);
    }
  }
  return result;
}
