import type { RankerData, TaskFigures } from '../learning/index.ts';
import { byTaskKind, marginsOf } from '../learning/index.ts';
import type { WorthByRanking } from './model-report.ts';

/** What the lists of each ranking were worth, by kind of task. */
export function worthOfLists(
  tasks: readonly TaskFigures[],
  { catalogue, unitCosts }: Pick<RankerData, 'catalogue' | 'unitCosts'>,
): WorthByRanking {
  const prices = Float64Array.from(catalogue.items, ({ webPrice }) => webPrice);
  const margins = marginsOf(prices, unitCosts);
  return byTaskKind((kind) => {
    const ofKind = tasks.filter(({ task }) => task.kind === kind);
    const [first] = ofKind;
    if (first === undefined) return null;
    const mean = (ranking: string, values: Float64Array) =>
      ofKind.reduce((sum, { rankings }) => sum + sumOf(rankings[ranking]?.found ?? [], values), 0) / ofKind.length;
    const worth = Object.keys(first.rankings).map((ranking) => [
      ranking,
      { revenue: mean(ranking, prices), margin: margins && mean(ranking, margins) },
    ]);
    return Object.fromEntries(worth);
  });
}

function sumOf(items: readonly number[], values: Float64Array): number {
  return items.reduce((sum, item) => sum + (values[item] as number), 0);
}
