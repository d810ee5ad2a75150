import { bestOf, SparseAccumulator } from '../sparse-accumulator.ts';
import type { CustomerLines, LinesOfItem } from './customer-lines.ts';
import type { ItemStatistics } from './item-statistics.ts';

/** Item-item similarities: the neighbours of item i, in no particular order, are from `starts[i]` up to `starts[i + 1]`. */
export interface ItemSimilarities {
  readonly starts: Int32Array;
  readonly items: Int32Array;
  /** Above 0, unbounded: how often the same people bought both items, relative to how often each is bought. */
  readonly weights: Float32Array;
}

/** Which items one customer bought. */
export interface PurchaseSimilarities {
  /** Items that one customer bought on the same day. */
  readonly together: ItemSimilarities;
  /** Items that one customer bought on any day; near days count more. */
  readonly alsoBought: ItemSimilarities;
  /** Items that one customer bought one after the other, on a later day. */
  readonly boughtNext: ItemSimilarities;
}

interface SimilaritySettings {
  maxNeighbours: number;
  /** Exponent of the penalty for a neighbour's popularity; cosine similarity has 0.5. */
  popularityPower: number;
}

/** Lines further apart form no pair: the many lines of a reseller or a call centre do not show what goes together. */
const linesAround = 40;
/** Shrinks the weights of pairs that were seen once or twice towards 0. */
const shrinkage = 3;
/** Limit for one relation, shared by the items that were ever bought; a neighbour takes eight bytes. */
const mostNeighbours = 12_000_000;
/** Room for this many neighbours of each item at the start. It doubles when it is full. */
const firstRoom = 8;

/**
 * The neighbours of all items. A pair counts once for each customer, by their nearest purchases of the two: otherwise a few accounts with
 * very many orders would decide what goes together.
 */
export function itemSimilaritiesOf(
  lines: CustomerLines,
  byItem: LinesOfItem,
  { purchases }: Pick<ItemStatistics, 'purchases'>,
): PurchaseSimilarities {
  const together = new Relation({ maxNeighbours: 80, popularityPower: 0.1 }, purchases);
  const alsoBought = new Relation({ maxNeighbours: 120, popularityPower: 0.2 }, purchases);
  const boughtNext = new Relation({ maxNeighbours: 80, popularityPower: 0.1 }, purchases);
  const sizes = new Int32Array(lines.basketCount);
  for (const basket of lines.baskets) sizes[basket] = (sizes[basket] as number) + 1;
  const customers = customersOfLines(lines);
  const relations = [together, alsoBought, boughtNext];
  for (let item = 0; item < purchases.length; item += 1) {
    let last = -1;
    // The lines of a customer follow each other in this order.
    for (const line of byItem.lines.slice(byItem.starts[item], byItem.starts[item + 1]).sort()) {
      const customer = customers[line] as number;
      if (customer !== last) for (const relation of relations) relation.endCustomer();
      last = customer;
      const from = Math.max(lines.starts[customer] as number, line - linesAround);
      const to = Math.min(lines.starts[customer + 1] as number, line + linesAround + 1);
      for (let other = from; other < to; other += 1) {
        const neighbour = lines.items[other] as number;
        if (neighbour === item) continue;
        const apart = (lines.days[other] as number) - (lines.days[line] as number);
        const nearness = 1 / (1 + Math.abs(apart) / 60);
        alsoBought.see(neighbour, nearness);
        if (apart > 0) boughtNext.see(neighbour, nearness);
        // A pair in a large basket counts less.
        if (apart === 0) together.see(neighbour, 1 / Math.sqrt(sizes[lines.baskets[line] as number] as number));
      }
    }
    for (const relation of relations) relation.close(item);
  }
  return { together: together.build(), alsoBought: alsoBought.build(), boughtNext: boughtNext.build() };
}

function customersOfLines({ starts, items }: CustomerLines): Int32Array {
  const customers = new Int32Array(items.length);
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    customers.fill(customer, starts[customer], starts[customer + 1]);
  }
  return customers;
}

/** Collects the neighbours of one item after the other. */
class Relation {
  readonly #purchases: Int32Array;
  /** By neighbour: the divisor that penalizes its popularity. */
  readonly #divisors: Float64Array;
  readonly #maxNeighbours: number;
  readonly #accumulator: SparseAccumulator;
  /** What one customer bought. */
  readonly #ofCustomer: SparseAccumulator;
  readonly #starts: Int32Array;
  #items: Int32Array;
  #weights: Float32Array;

  constructor({ maxNeighbours, popularityPower }: SimilaritySettings, purchases: Int32Array) {
    const itemCount = purchases.length;
    const bought = purchases.reduce((count, times) => count + (times > 0 ? 1 : 0), 0);
    this.#purchases = purchases;
    this.#divisors = Float64Array.from(purchases, (count) => count ** popularityPower);
    this.#maxNeighbours = Math.min(maxNeighbours, Math.ceil(mostNeighbours / Math.max(1, bought)));
    this.#accumulator = new SparseAccumulator(itemCount);
    this.#ofCustomer = new SparseAccumulator(itemCount);
    this.#starts = new Int32Array(itemCount + 1);
    this.#items = new Int32Array(bought * firstRoom);
    this.#weights = new Float32Array(bought * firstRoom);
  }

  /** Of the pairs of one customer with a neighbour, that with the greatest weight counts. */
  see(neighbour: number, weight: number): void {
    this.#ofCustomer.raise(neighbour, weight);
  }

  endCustomer(): void {
    const { scores, touched, count } = this.#ofCustomer;
    for (let index = 0; index < count; index += 1) {
      const neighbour = touched[index] as number;
      this.#accumulator.add(neighbour, scores[neighbour] as number);
    }
    this.#ofCustomer.clear();
  }

  /** Stores the best of what was added as the neighbours of the item, and clears the accumulator for the next item. */
  close(item: number): void {
    this.endCustomer();
    const { scores, touched, count } = this.#accumulator;
    const own = Math.sqrt(this.#purchases[item] as number);
    for (let index = 0; index < count; index += 1) {
      const neighbour = touched[index] as number;
      scores[neighbour] = (scores[neighbour] as number) / (own * (this.#divisors[neighbour] as number) + shrinkage);
    }
    const best =
      count > this.#maxNeighbours ? bestOf(this.#accumulator, this.#maxNeighbours, () => true).numbers : touched;
    const start = this.#starts[item] as number;
    const size = Math.min(count, this.#maxNeighbours);
    this.#makeRoom(start + size);
    for (let index = 0; index < size; index += 1) {
      const neighbour = best[index] as number;
      this.#items[start + index] = neighbour;
      this.#weights[start + index] = scores[neighbour] as number;
    }
    this.#starts[item + 1] = start + size;
    this.#accumulator.clear();
  }

  #makeRoom(size: number): void {
    if (size <= this.#items.length) return;
    const [items, weights] = [new Int32Array(2 * size), new Float32Array(2 * size)];
    items.set(this.#items);
    weights.set(this.#weights);
    [this.#items, this.#weights] = [items, weights];
  }

  build(): ItemSimilarities {
    const size = this.#starts.at(-1) as number;
    return { starts: this.#starts, items: this.#items.slice(0, size), weights: this.#weights.slice(0, size) };
  }
}

/** Similarity of the second item to the first; 0 when it is not among the neighbours. */
export function similarityOf({ starts, items, weights }: ItemSimilarities, item: number, neighbour: number): number {
  for (let index = starts[item] as number; index < (starts[item + 1] as number); index += 1) {
    if (items[index] === neighbour) return weights[index] as number;
  }
  return 0;
}
