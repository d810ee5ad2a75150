import type { CatalogueColumns } from '../catalogue-columns.ts';
import type { CustomerLines } from './customer-lines.ts';

/**
 * How article types follow one another. Square tables by type codes of the catalogue, row by row; each row holds
 * probabilities that sum to 1, drawn towards the types' shares of all purchases where there is little to count.
 */
export interface TypeAffinity {
  readonly typeCount: number;
  /** Given a type in a basket: the type of another item of that basket. */
  readonly together: Float32Array;
  /** Given a type that a customer bought: the type of an item of a later basket. */
  readonly next: Float32Array;
  /** The types' shares of all purchases. */
  readonly shares: Float32Array;
}

const linesAround = 20;
/** Weight of the shares, in observed pairs. */
const prior = 20;

export function typeAffinityOf(lines: CustomerLines, { types, typeKeys }: CatalogueColumns): TypeAffinity {
  const typeCount = typeKeys.length;
  const shares = new Float64Array(typeCount).fill(1);
  const together = new Float64Array(typeCount * typeCount);
  const next = new Float64Array(typeCount * typeCount);
  for (let customer = 0; customer + 1 < lines.starts.length; customer += 1) {
    const from = lines.starts[customer] as number;
    const to = lines.starts[customer + 1] as number;
    for (let line = from; line < to; line += 1) {
      const type = types[lines.items[line] as number] as number;
      shares[type] = (shares[type] as number) + 1;
      for (let other = Math.max(from, line - linesAround); other < line; other += 1) {
        const earlier = types[lines.items[other] as number] as number;
        if (lines.baskets[other] === lines.baskets[line]) {
          add(together, earlier * typeCount + type);
          add(together, type * typeCount + earlier);
        } else add(next, earlier * typeCount + type);
      }
    }
  }
  const total = shares.reduce((sum, count) => sum + count, 0);
  const shareOf = Float32Array.from(shares, (count) => count / total);
  return {
    typeCount,
    together: smoothed(together, shareOf),
    next: smoothed(next, shareOf),
    shares: shareOf,
  };
}

function add(table: Float64Array, place: number): void {
  table[place] = (table[place] as number) + 1;
}

function smoothed(table: Float64Array, shares: Float32Array): Float32Array {
  const typeCount = shares.length;
  const result = new Float32Array(table.length);
  for (let row = 0; row < typeCount; row += 1) {
    let total = 0;
    for (let column = 0; column < typeCount; column += 1) total += table[row * typeCount + column] as number;
    for (let column = 0; column < typeCount; column += 1) {
      const count = table[row * typeCount + column] as number;
      result[row * typeCount + column] = (count + prior * (shares[column] as number)) / (total + prior);
    }
  }
  return result;
}
