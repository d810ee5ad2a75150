import { type GroupSetting, groupItems, type ItemGroups } from '../item-groups.ts';
import { type Trait, toTraits } from '../item-traits.ts';
import { createModelCache } from '../model-cache.ts';
import type { Past } from '../past.ts';
import { type QuerySetting, toQuery } from '../query.ts';
import { type Baseline, type OwnItems, ownItemsGrid, queryGrid } from './baseline.ts';
import { countRecent, type RecentCount } from './popularity.ts';

interface Setting extends QuerySetting, OwnItems, RecentCount, Pick<GroupSetting, 'together'> {
  popularityPower: number;
  /** Added to the purchase count of each item, so that new items can be recommended. */
  newItemCount: number;
  articleType: number;
  title: number;
  price: number;
  metal: number;
  gem: number;
  color: number;
  others: number;
}

/** How much more likely than by chance two kinds are bought together; row-major, by the known kind. */
interface Lifts {
  trait: Trait;
  lifts: Float64Array;
}

const powers = [0.5, 0, 0.25, 0.75, 1, 1.5] as const;

/** Popular items of the kinds that go with the customer's purchases: naive Bayes over the attributes. */
export const attributes: Baseline<Setting> = {
  name: 'attributes by popularity',
  needsAttributes: true,
  grid: {
    together: ['basket', 'customer'],
    windowDays: [60, 14, 30, 90, 180, null],
    halfLifeDays: [null, 7, 14, 30, 60],
    popularityPower: [1, 0.7, 0.5, 0.3],
    newItemCount: [0.1, 0, 0.5, 1],
    articleType: powers,
    title: powers,
    price: powers,
    metal: powers,
    gem: powers,
    color: powers,
    others: powers,
    ...queryGrid,
    ...ownItemsGrid,
  },
  fit: (past, setting) => {
    const base = countRecent(past, setting).map(
      (count) => setting.popularityPower * Math.log(count + setting.newItemCount),
    );
    const known = toLifts(past, setting.together).map((lift) => ({
      ...lift,
      power: powerOf(lift.trait.name, setting),
    }));
    return (task, scores) => {
      const query = toQuery(task, setting);
      const logs = base.slice();
      for (const { trait, lifts, power } of known) {
        if (power === 0 || query.size === 0) continue;
        const kindLogs = mixLifts(query, trait, lifts).map((lift) => power * Math.log(lift));
        for (let item = 0; item < logs.length; item++) {
          logs[item] = (logs[item] as number) + (kindLogs[trait.kinds[item] as number] as number);
        }
      }
      for (let item = 0; item < logs.length; item++) scores[item] = Math.exp(logs[item] as number);
    };
  },
};

function powerOf(name: string, setting: Setting): number {
  switch (name) {
    case 'article type':
      return setting.articleType;
    case 'title':
    case 'price':
    case 'metal':
    case 'gem':
    case 'color':
      return setting[name];
    default:
      return setting.others;
  }
}

/** The lift of each kind, given the whole query. */
function mixLifts(query: ReadonlyMap<number, number>, { kinds, kindCount }: Trait, lifts: Float64Array): Float64Array {
  const mixed = new Float64Array(kindCount);
  let total = 0;
  for (const weight of query.values()) total += weight;
  for (const [item, weight] of query) {
    const start = (kinds[item] ?? 0) * kindCount;
    for (let kind = 0; kind < kindCount; kind++) {
      mixed[kind] = (mixed[kind] as number) + (weight / total) * (lifts[start + kind] as number);
    }
  }
  return mixed;
}

const cache = createModelCache<Lifts[]>(2);

function toLifts(past: Past, together: GroupSetting['together']): Lifts[] {
  return cache(past, together, () => {
    const groups = groupItems(past, { together, halfLifeDays: null, sizePenalty: 1 });
    return toTraits(past.catalogue).map((trait) => ({ trait, lifts: countLifts(groups, trait) }));
  });
}

// Smoothing: this many pairs are added for each kind, distributed as by chance.
const imaginedPairs = 5;

function countLifts({ groups, weights }: ItemGroups, { kinds, kindCount }: Trait): Float64Array {
  const pairs = new Float64Array(kindCount * kindCount);
  const totals = new Float64Array(kindCount);
  let all = 0;
  for (const [index, group] of groups.entries()) {
    const weight = weights[index] ?? 0;
    for (const item of group) {
      const kind = kinds[item] as number;
      for (const other of group) {
        if (other === item) continue;
        const otherKind = kinds[other] as number;
        pairs[kind * kindCount + otherKind] = (pairs[kind * kindCount + otherKind] as number) + weight;
        totals[otherKind] = (totals[otherKind] as number) + weight;
        all += weight;
      }
    }
  }
  return pairs.map((count, place) => {
    const [from, to] = [Math.floor(place / kindCount), place % kindCount];
    const chance = ((totals[to] as number) + 1) / (all + kindCount);
    return (count + imaginedPairs * chance) / ((totals[from] as number) + imaginedPairs) / chance;
  });
}
