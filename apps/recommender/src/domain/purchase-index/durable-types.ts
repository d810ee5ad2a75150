import type { CatalogueColumns } from '../catalogue-columns.ts';
import type { ItemStatistics } from './item-statistics.ts';
import { smoothedRepeatRate } from './repeat-rate.ts';

/** 1 for each type whose buyers buy the same product again less often than in the whole shop. */
export function durableTypesOf({ types, typeKeys }: CatalogueColumns, statistics: ItemStatistics): Uint8Array {
  const { buyers, repeaters, repeatShare } = statistics;
  const buyersOfType = new Float64Array(typeKeys.length);
  const repeatersOfType = new Float64Array(typeKeys.length);
  for (const [item, type] of types.entries()) {
    buyersOfType[type] = (buyersOfType[type] as number) + (buyers[item] as number);
    repeatersOfType[type] = (repeatersOfType[type] as number) + (repeaters[item] as number);
  }
  return Uint8Array.from(buyersOfType, (count, type) => {
    return smoothedRepeatRate(repeatersOfType[type] as number, count, repeatShare) < repeatShare ? 1 : 0;
  });
}
