import type { CatalogueColumns } from '../catalogue-columns.ts';
import type { ItemStatistics } from './item-statistics.ts';

/**
 * 1 for each type of which fewer buyers bought the same product again than of all products. Both are shares of buyers: the share of
 * purchases that are repeats is greater, so compared with it every type of a grocery would be durable.
 */
export function durableTypesOf({ types, typeKeys }: CatalogueColumns, statistics: ItemStatistics): Uint8Array {
  const { buyers, repeaters } = statistics;
  const buyersOfType = new Float64Array(typeKeys.length);
  const repeatersOfType = new Float64Array(typeKeys.length);
  for (const [item, type] of types.entries()) {
    buyersOfType[type] = (buyersOfType[type] as number) + (buyers[item] as number);
    repeatersOfType[type] = (repeatersOfType[type] as number) + (repeaters[item] as number);
  }
  const [allBuyers, allRepeaters] = [sumOf(buyersOfType), sumOf(repeatersOfType)];
  return Uint8Array.from(buyersOfType, (count, type) =>
    (repeatersOfType[type] as number) * allBuyers < allRepeaters * count ? 1 : 0,
  );
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
