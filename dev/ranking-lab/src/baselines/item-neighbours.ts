import { type GroupSetting, groupItems, type ItemGroups } from '../item-groups.ts';
import { createModelCache } from '../model-cache.ts';
import { addVector, type SparseVector } from '../postings.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { addTo, type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';

interface Neighbours {
  /** Exponents for the known item and for the neighbour: similarity is together / (count ** this); both 0.5 is cosine. */
  fromPower: number;
  toPower: number;
}

type Setting = Neighbours & GroupSetting & QuerySetting & OwnItems;

const together = createModelCache<Map<number, SparseVector>>(1);

function itemNeighbours(group: GroupSetting['together']): Baseline<Setting> {
  return {
    name: `item neighbours by ${group}`,
    grid: {
      together: [group],
      ...queryGrid,
      halfLifeDays: [null, 30, 90, 180, 365],
      fromPower: [0.5, 0, 1],
      toPower: [0.5, 0, 0.25, 0.75, 1],
      sizePenalty: [0, 0.5, 1],
      ...ownItemsGrid,
    },
    fit: (past, setting) => {
      const groups = groupItems(past, setting);
      const { halfLifeDays, sizePenalty } = setting;
      const rows = together(past, { group, halfLifeDays, sizePenalty }, () => new Map());
      const sums = new Float64Array(past.itemCount);
      const rowOf = (item: number) => {
        const row = rows.get(item) ?? countTogether(groups, item, sums);
        rows.set(item, row);
        return row;
      };
      const discounts = groups.totals.map((total) => Math.max(total, 1e-9) ** -setting.toPower);
      return (task, scores) => {
        for (const [item, weight] of toQuery(task, setting)) {
          const own = weight * (groups.totals[item] ?? 0) ** -setting.fromPower;
          addVector(scores, rowOf(item), own);
        }
        for (let item = 0; item < scores.length; item++) {
          scores[item] = (scores[item] as number) * (discounts[item] as number);
        }
      };
    },
  };
}

export const basketNeighbours = itemNeighbours('basket');
export const customersItemNeighbours = itemNeighbours('customer');

/** `sums` must be all 0 before, and are all 0 after. */
function countTogether(from: ItemGroups, item: number, sums: Float64Array): SparseVector {
  const found: number[] = [];
  for (const group of from.groupsOfItem[item] ?? []) {
    const weight = from.weights[group] ?? 0;
    for (const other of from.groups[group] ?? []) {
      if (other === item) continue;
      if (sums[other] === 0) found.push(other);
      addTo(sums, other, weight);
    }
  }
  const weights = Float64Array.from(found, (other) => sums[other] ?? 0);
  for (const other of found) sums[other] = 0;
  return { items: Int32Array.from(found), weights };
}
