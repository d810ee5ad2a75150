import type { CatalogueColumns } from '../catalogue-columns.ts';
import { groupStarts } from './group-starts.ts';
import type { ItemStatistics } from './item-statistics.ts';

/** Items by group, recent bestsellers first: those of group g are from `starts[g]` up to `starts[g + 1]`. */
export interface ItemGroups {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** Items by style. Style 0 means "no style": its group is empty. */
export function itemsByStyle({ styles, styleExamples }: CatalogueColumns, { trend }: ItemStatistics): ItemGroups {
  const { season } = trend;
  const items = Int32Array.from(styles, (_, item) => item)
    .filter((item) => styles[item] !== 0)
    .sort(
      (one, other) =>
        (styles[one] as number) - (styles[other] as number) ||
        (season[other] as number) - (season[one] as number) ||
        one - other,
    );
  const styleOf = (index: number) => styles[items[index] as number] as number;
  return { starts: groupStarts(items.length, styleOf, styleExamples.length), items };
}
