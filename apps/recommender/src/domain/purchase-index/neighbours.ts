import { bestOf, ScoreBoard } from '../score-board.ts';
import type { CustomerLines, LinesOfItem } from './customer-lines.ts';
import type { ItemStatistics } from './item-statistics.ts';

/** For each item the items that go with it, best first: those of item i are from `starts[i]` up to `starts[i + 1]`. */
export interface Neighbours {
  readonly starts: Int32Array;
  readonly items: Int32Array;
  /** Above 0, without bound: how much the two are bought by the same people, for how much either is bought. */
  readonly weights: Float32Array;
}

interface Relation {
  /** Of a pair that one customer bought so many days apart (negative: the neighbour first); 0 for no relation. */
  weight: (daysApart: number) => number;
  maxNeighbours: number;
  /** How much the neighbour's popularity is held against it: 0.5 as much as in a cosine. */
  popularityPower: number;
}

const relations = {
  together: { weight: (apart) => (apart === 0 ? 1 : 0), maxNeighbours: 80, popularityPower: 0.1 },
  alsoBought: { weight: (apart) => 1 / (1 + Math.abs(apart) / 60), maxNeighbours: 120, popularityPower: 0.2 },
  boughtNext: { weight: (apart) => (apart > 0 ? 1 / (1 + apart / 60) : 0), maxNeighbours: 80, popularityPower: 0.1 },
} satisfies Record<string, Relation>;

/** Few lines of one customer tell what goes together; those of a reseller, or of a whole call centre, tell nothing. */
const linesAround = 40;
/** Draws pairs that were seen once or twice towards 0. */
const shrinkage = 3;

export function neighboursOf(
  lines: CustomerLines,
  byItem: LinesOfItem,
  statistics: ItemStatistics,
): Record<keyof typeof relations, Neighbours> {
  const itemCount = statistics.buyers.length;
  const sizes = new Int32Array(lines.basketCount);
  for (const basket of lines.baskets) sizes[basket] = (sizes[basket] as number) + 1;
  const names = Object.keys(relations) as (keyof typeof relations)[];
  const boards = names.map(() => new ScoreBoard(itemCount));
  const lists = names.map(() => ({
    starts: new Int32Array(itemCount + 1),
    items: [] as number[],
    weights: [] as number[],
  }));
  for (let item = 0; item < itemCount; item += 1) {
    for (let place = byItem.starts[item] as number; place < (byItem.starts[item + 1] as number); place += 1) {
      const line = byItem.lines[place] as number;
      const customer = byItem.customers[place] as number;
      const from = Math.max(lines.starts[customer] as number, line - linesAround);
      const to = Math.min(lines.starts[customer + 1] as number, line + linesAround + 1);
      for (let other = from; other < to; other += 1) {
        const neighbour = lines.items[other] as number;
        if (neighbour === item) continue;
        const apart = (lines.days[other] as number) - (lines.days[line] as number);
        for (let relation = 0; relation < names.length; relation += 1) {
          const weight = relations[names[relation] as keyof typeof relations].weight(apart);
          if (weight > 0)
            boards[relation]?.add(
              neighbour,
              relation === 0 ? weight / Math.sqrt(sizes[lines.baskets[line] as number] as number) : weight,
            );
        }
      }
    }
    for (const [relation, name] of names.entries()) {
      const board = boards[relation] as ScoreBoard;
      const list = lists[relation];
      if (list === undefined) continue;
      const own = statistics.purchases[item] as number;
      for (let index = 0; index < board.count; index += 1) {
        const neighbour = board.touched[index] as number;
        const pairs = board.scores[neighbour] as number;
        board.scores[neighbour] =
          pairs /
          (Math.sqrt(own) * (statistics.purchases[neighbour] as number) ** relations[name].popularityPower + shrinkage);
      }
      const best = bestOf(board, relations[name].maxNeighbours, () => true);
      for (const [index, neighbour] of best.numbers.entries()) {
        list.items.push(neighbour);
        list.weights.push(best.scores[index] as number);
      }
      list.starts[item + 1] = list.items.length;
      board.clear();
    }
  }
  const finished = lists.map(({ starts, items, weights }) => ({
    starts,
    items: Int32Array.from(items),
    weights: Float32Array.from(weights),
  }));
  return Object.fromEntries(names.map((name, relation) => [name, finished[relation]])) as Record<
    keyof typeof relations,
    Neighbours
  >;
}

/** How much the second item goes with the first; 0 when it is none of its neighbours. */
export function affinity({ starts, items, weights }: Neighbours, item: number, neighbour: number): number {
  for (let place = starts[item] as number; place < (starts[item + 1] as number); place += 1) {
    if (items[place] === neighbour) return weights[place] as number;
  }
  return 0;
}
