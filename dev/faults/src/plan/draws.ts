import { RandomSource } from '@callside/demo-shop';

/** Random numbers from a seed: the same seed gives the same plan on every machine. */
export class Draws {
  readonly #random: RandomSource;

  constructor(seed: number | string) {
    this.#random = new RandomSource(hash(String(seed)));
  }

  /** At least 0, below 1. */
  next(): number {
    return this.#random.uniform();
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.#random.chance(probability);
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.whole(0, items.length - 1)] ?? items[0];
  }

  /** `choices` with their weights. */
  weighted<Item>(choices: readonly [readonly [number, Item], ...(readonly [number, Item])[]]): Item {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of choices) {
      left -= weight;
      if (left < 0) return item;
    }
    return choices[0][1];
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}
