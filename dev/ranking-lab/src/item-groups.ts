import type { Basket } from './baskets.ts';
import { createModelCache } from './model-cache.ts';
import { type Past, recency } from './past.ts';

/** Items that were bought together, with the weight of each group. */
export interface ItemGroups {
  readonly groups: readonly (readonly number[])[];
  readonly weights: readonly number[];
  /** The groups that contain each item. */
  readonly groupsOfItem: readonly (readonly number[])[];
  /** Sum of the weights of its groups, by item. */
  readonly totals: Float64Array;
}

export interface GroupSetting {
  /** Bought together: on one day, or by one customer. */
  together: 'basket' | 'customer';
  halfLifeDays: number | null;
  /** The weight of a group is its size to the power of minus this: accounts of shops give little information about any two items. */
  sizePenalty: number;
}

const cache = createModelCache<ItemGroups>(2);

export function groupItems(past: Past, setting: GroupSetting): ItemGroups {
  const { together, halfLifeDays, sizePenalty } = setting;
  return cache(past, { together, halfLifeDays, sizePenalty }, () => {
    const bought = together === 'basket' ? past.customers.flat() : past.customers.map(inOneBasket);
    const groups = bought.map(({ items }) => [...new Set(items)]);
    const weights = bought.map(({ day }, index) => {
      const weight = halfLifeDays === null ? 1 : recency(past, day, halfLifeDays);
      return weight * (groups[index] as number[]).length ** -sizePenalty;
    });
    const groupsOfItem: number[][] = Array.from({ length: past.itemCount }, () => []);
    const totals = new Float64Array(past.itemCount);
    for (const [group, items] of groups.entries()) {
      for (const item of items) {
        groupsOfItem[item]?.push(group);
        totals[item] = (totals[item] ?? 0) + (weights[group] ?? 0);
      }
    }
    return { groups, weights, groupsOfItem, totals };
  });
}

function inOneBasket(baskets: readonly Basket[]): Basket {
  return { day: baskets.at(-1)?.day ?? 0, items: baskets.flatMap(({ items }) => items) };
}
