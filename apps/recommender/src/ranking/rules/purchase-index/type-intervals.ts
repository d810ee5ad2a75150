import type { CatalogueColumns } from '../catalogue-columns.ts';
import type { CustomerLines } from './customer-lines.ts';

/**
 * The usual days until a customer buys an article type again, by type code; NaN for a type that nobody bought on two days. It is the
 * median of its customers: each counts once, with the mean of their intervals, so a reseller does not decide.
 */
export function typeIntervalsOf(
  { types, typeKeys }: Pick<CatalogueColumns, 'types' | 'typeKeys'>,
  { starts, items, days }: CustomerLines,
): Float64Array {
  const intervals: number[][] = typeKeys.map(() => []);
  const [first, last, count] = [0, 0, 0].map(() => new Int32Array(typeKeys.length)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const seen: number[] = [];
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    for (let line = starts[customer] as number; line < (starts[customer + 1] as number); line += 1) {
      const type = types[items[line] as number] as number;
      const day = days[line] as number;
      if (count[type] === 0) {
        seen.push(type);
        first[type] = day;
      } else if (last[type] === day) continue;
      last[type] = day;
      count[type] = (count[type] as number) + 1;
    }
    for (const type of seen) {
      const times = count[type] as number;
      if (times > 1) intervals[type]?.push(((last[type] as number) - (first[type] as number)) / (times - 1));
      count[type] = 0;
    }
    seen.length = 0;
  }
  return Float64Array.from(intervals, medianOf);
}

function medianOf(values: number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}
