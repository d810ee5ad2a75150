import { SparseAccumulator } from './sparse-accumulator.ts';

export interface Accumulators {
  readonly items: SparseAccumulator;
  readonly customers: SparseAccumulator;
}

export interface AccumulatorSizes {
  readonly items: number;
  readonly customers: number;
}

/** Accumulators that are more than this many times too large are replaced. */
const mostTimesTooLarge = 4;

/**
 * Working memory that is reused between requests: 12 bytes per item and per customer. It depends on sizes only, so a
 * refresh of stock or catalogue keeps it.
 */
export class ScratchAccumulators {
  #items = new SparseAccumulator(0);
  #customers = new SparseAccumulator(0);

  /** Lends empty accumulators of at least these sizes. Clears them afterwards, also when the work throws. */
  use<Result>(sizes: AccumulatorSizes, work: (accumulators: Accumulators) => Result): Result {
    this.#items = fitting(this.#items, sizes.items);
    this.#customers = fitting(this.#customers, sizes.customers);
    const accumulators = { items: this.#items, customers: this.#customers };
    try {
      return work(accumulators);
    } finally {
      accumulators.items.clear();
      accumulators.customers.clear();
    }
  }
}

function fitting(accumulator: SparseAccumulator, size: number): SparseAccumulator {
  const present = accumulator.scores.length;
  return present >= size && present <= Math.max(1, size) * mostTimesTooLarge
    ? accumulator
    : new SparseAccumulator(size);
}
