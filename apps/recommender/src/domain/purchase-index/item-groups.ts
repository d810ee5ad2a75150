import { type CatalogueColumns, priceBandCount } from '../catalogue-columns.ts';
import type { ItemStatistics } from './item-statistics.ts';

/** Items by group, the most bought of late first: those of group g are from `starts[g]` up to `starts[g + 1]`. */
export interface ItemGroups {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** By article type and price band: group `type * priceBandCount + band`. */
export function itemsByTypeAndPrice(
  { types, priceBands, typeKeys }: CatalogueColumns,
  statistics: ItemStatistics,
): ItemGroups {
  const groups = Int32Array.from(types, (type, item) => type * priceBandCount + (priceBands[item] as number));
  return grouped(groups, typeKeys.length * priceBandCount, statistics);
}

/** By style: group 0 is without one and stays empty. */
export function itemsByStyle({ styles, styleCount }: CatalogueColumns, statistics: ItemStatistics): ItemGroups {
  return grouped(
    styles.map((style) => (style === 0 ? -1 : style)),
    styleCount,
    statistics,
  );
}

function grouped(groups: Int32Array, groupCount: number, { trend }: ItemStatistics): ItemGroups {
  const [, , season] = trend;
  const items = Int32Array.from(groups, (_, item) => item)
    .filter((item) => (groups[item] as number) >= 0)
    .sort(
      (one, other) =>
        (groups[one] as number) - (groups[other] as number) ||
        (season[other] as number) - (season[one] as number) ||
        one - other,
    );
  const starts = new Int32Array(groupCount + 1);
  for (const item of items) {
    const place = (groups[item] as number) + 1;
    starts[place] = (starts[place] as number) + 1;
  }
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  return { starts, items };
}
