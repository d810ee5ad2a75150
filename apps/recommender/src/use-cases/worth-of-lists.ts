import type { TaskFigures } from '../training/evaluate-rankings.ts';
import { marginsOf } from '../training/item-values.ts';
import { taskKinds } from '../training/ranking-task.ts';
import type { RankerData } from '../training/shop-as-of.ts';
import { nameOf, type WorthByRanking } from './model-report.ts';

/** What the lists of each ranking were worth, by kind of task. */
export function worthOfLists(
  tasks: readonly TaskFigures[],
  { catalogue, unitCosts }: Pick<RankerData, 'catalogue' | 'unitCosts'>,
): WorthByRanking {
  const prices = Float64Array.from(catalogue.items, ({ webPrice }) => webPrice);
  const margins = marginsOf(prices, unitCosts);
  const byKind = taskKinds.flatMap((kind) => {
    const found = tasks.filter(({ task }) => task.kind === kind).map((figures) => figures.found);
    const rankings = Object.keys(found[0] ?? {});
    const mean = (ranking: string, values: Float64Array) =>
      found.reduce((sum, { [ranking]: items = [] }) => sum + sumOf(items, values), 0) / found.length;
    const worth = rankings.map((ranking) => [
      ranking,
      { revenue: mean(ranking, prices), margin: margins && mean(ranking, margins) },
    ]);
    return found.length === 0 ? [] : [[nameOf(kind), Object.fromEntries(worth)] as const];
  });
  return Object.fromEntries(byKind);
}

function sumOf(items: readonly number[], values: Float64Array): number {
  return items.reduce((sum, item) => sum + (values[item] as number), 0);
}
