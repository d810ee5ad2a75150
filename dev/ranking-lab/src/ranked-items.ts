/** Items of the catalogue with their scores, the best first. */
export interface RankedItems {
  readonly items: Int32Array;
  readonly scores: Float64Array;
}

/** The best `count` of the items with a score above 0. Among equal scores, items with more buyers come first. */
export function rankItems(scores: Float64Array, buyers: Float64Array, count: number): RankedItems {
  const isWorse = (a: number, b: number) => {
    const difference = at(scores, a) - at(scores, b) || at(buyers, a) - at(buyers, b) || b - a;
    return difference < 0;
  };
  // A heap whose root is the worst of the kept items.
  const heap = new Int32Array(count);
  let size = 0;
  let least = 0;
  for (let item = 0; item < scores.length; item++) {
    const score = at(scores, item);
    // Most items are skipped here, once the heap is full.
    if (!(score > 0) || score < least) continue;
    if (size < count) {
      heap[size] = item;
      size += 1;
      siftUp(heap, size - 1, isWorse);
    } else if (isWorse(at(heap, 0), item)) {
      heap[0] = item;
      siftDown(heap, size, isWorse);
    }
    if (size === count) least = at(scores, at(heap, 0));
  }
  const items = heap.slice(0, size).sort((a, b) => (isWorse(a, b) ? 1 : -1));
  return { items, scores: Float64Array.from(items, (item) => at(scores, item)) };
}

type IsWorse = (a: number, b: number) => boolean;

function siftUp(heap: Int32Array, start: number, isWorse: IsWorse): void {
  let place = start;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isWorse(at(heap, place), at(heap, parent))) return;
    swap(heap, place, parent);
    place = parent;
  }
}

function siftDown(heap: Int32Array, size: number, isWorse: IsWorse): void {
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= size) return;
    const right = left + 1;
    const child = right < size && isWorse(at(heap, right), at(heap, left)) ? right : left;
    if (!isWorse(at(heap, child), at(heap, place))) return;
    swap(heap, place, child);
    place = child;
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const kept = at(heap, a);
  heap[a] = at(heap, b);
  heap[b] = kept;
}

function at(values: Float64Array | Int32Array, index: number): number {
  return values[index] as number;
}
