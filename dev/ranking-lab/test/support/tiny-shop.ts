import { type Catalogue, createCatalogue } from '@callside/recommender/ranking';
import type { Baseline, Grid } from '../../src/baselines/baseline.ts';
import { toPurchases } from '../../src/data.ts';
import { lookBack, type Past } from '../../src/past.ts';
import type { Task } from '../../src/protocol.ts';
import type { Purchases } from '../../src/purchases.ts';
import { rankItems } from '../../src/ranked-items.ts';

/** Item n has SKU n + 1; `gold ring` has the metal gold. */
export function tinyCatalogue(kinds: readonly string[]): Catalogue {
  return createCatalogue(
    kinds.map((kind, index) => {
      const [metal = '', articleType = ''] = kind.split(' ');
      return { sku: String(index + 1), title: kind, webPrice: 1, articleType, size: null, attributes: { metal } };
    }),
    'tiny',
  );
}

/** `ann 10: 1 2` means that Ann bought SKUs 1 and 2 on day 10. */
export function bought(catalogue: Catalogue, ...baskets: string[]): Purchases {
  const lines = baskets.flatMap((text) => {
    const [who = '', skus = ''] = text.split(':');
    const [phone = '', day] = who.split(' ');
    return skus
      .trim()
      .split(' ')
      .map((sku) => ({ phone, sku, day: Number(day) }));
  });
  return toPurchases(lines, catalogue);
}

export class TinyShop {
  readonly #purchases: Purchases;
  readonly past: Past;

  /** Today is day 100. */
  constructor(baskets: readonly string[], kinds = Array.from({ length: 9 }, () => 'gold ring')) {
    const catalogue = tinyCatalogue(kinds);
    this.#purchases = bought(catalogue, ...baskets);
    this.past = lookBack({ catalogue, rows: this.#purchases.rows, today: 100 });
  }

  /** SKUs that are recommended to a customer with these anchors, the best first. */
  recommend<Setting extends object>(
    baseline: Baseline<Setting>,
    setting: Partial<Setting>,
    { name, anchors = [] }: { name: string; anchors?: number[] },
  ): number[] {
    const scores = new Float64Array(this.past.itemCount);
    baseline.fit(this.past, { ...firstOf(baseline.grid), ...setting })(this.taskOf(name, anchors), scores);
    return [...rankItems(scores, this.past.buyers, 9).items].map((item) => item + 1);
  }

  taskOf(name: string, anchors: readonly number[] = []): Task {
    const customer = this.#purchases.customerNames.indexOf(name);
    return {
      id: name,
      kind: anchors.length > 0 ? 'anchors' : 'next purchase',
      customer,
      history: this.past.customers[customer] ?? [],
      anchors: anchors.map((sku) => sku - 1),
      targets: [],
      today: this.past.today,
    };
  }
}

function firstOf<Setting extends object>(grid: Grid<Setting>): Setting {
  const names = Object.keys(grid) as (keyof Setting)[];
  return Object.fromEntries(names.map((name) => [name, grid[name][0]])) as Setting;
}
