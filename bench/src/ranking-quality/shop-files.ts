import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOfOrders, type OrderLine, readCatalogue, readOrders, toPurchases } from './data.ts';
import { cutSlice, type Slice, type TaskKind } from './protocol.ts';
import { createRandom, sample } from './random.ts';

/** One comparison: recommenders are tuned on some slices and tested on a later one. */
export interface Contest {
  shop: string;
  kind: TaskKind;
  /** The latest first: settings are searched on that one, the ensemble's weights on all. */
  tuning: readonly Slice[];
  test: Slice;
}

export interface ContestOrder {
  directory: string;
  /** Orders to predict, instead of the last ones in the directory: a file by the shop's name. */
  heldOut: ReadonlyMap<string, string>;
  /** Uses every task, however long that takes. */
  full: boolean;
  seed: number;
}

const periodDays = 120;
// For shops with only next baskets, because they have many customers.
const mostTestTasks = 3000;
const mostTuningTasks = 2000;

/**
 * Reads each shop of a directory. A folder with `catalog` and `orders` has real dates: the last 120 days are the test. A folder
 * with `history` and `next_baskets` has baskets in order: the next baskets of some customers are the test.
 */
export async function readContests(order: ContestOrder): Promise<Contest[]> {
  const folders = await readdir(order.directory, { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const contests: Contest[] = [];
  for (const shop of names.sort()) {
    const folder = join(order.directory, shop);
    const files = await readdir(folder);
    const find = (name: string) => {
      const file = files.find((known) => known === `${name}.csv.gz` || known === `${name}.csv`);
      return file === undefined ? undefined : join(folder, file);
    };
    const [catalog, orders, history, nextBaskets] = ['catalog', 'orders', 'history', 'next_baskets'].map(find);
    const heldOut = order.heldOut.get(shop);
    if (catalog && orders) contests.push(...(await readDatedShop(shop, { catalog, orders, heldOut }, order)));
    else if (history && nextBaskets)
      contests.push(await readUndatedShop(shop, { history, nextBaskets, heldOut }, order));
  }
  for (const shop of order.heldOut.keys()) {
    if (!names.includes(shop)) throw new Error(`--held-out names ${shop}, of which ${order.directory} has no folder`);
  }
  if (contests.length === 0) throw new Error(`no shop in ${order.directory}: see bench/README.md for its files`);
  return contests;
}

interface DatedFiles {
  catalog: string;
  orders: string;
  heldOut: string | undefined;
}

async function readDatedShop(shop: string, files: DatedFiles, { seed }: ContestOrder): Promise<Contest[]> {
  const catalogue = await readCatalogue(files.catalog);
  const known = await readOrders(files.orders);
  const heldOut = files.heldOut === undefined ? [] : await readOrders(files.heldOut);
  const end = lastDay(known) + 1;
  const split = heldOut.length > 0 ? firstDay(heldOut) : end - periodDays;
  const horizonDays = heldOut.length > 0 ? lastDay(heldOut) + 1 - split : periodDays;
  const purchases = toPurchases([...known, ...heldOut], catalogue);
  return (['next purchase', 'anchors'] as const).map((kind) => ({
    shop,
    kind,
    tuning: [1, 2].map((periods) =>
      cutSlice(catalogue, purchases, { kind, split: split - periods * periodDays, horizonDays: periodDays, seed }),
    ),
    test: cutSlice(catalogue, purchases, { kind, split, horizonDays, seed }),
  }));
}

interface UndatedFiles {
  history: string;
  nextBaskets: string;
  heldOut: string | undefined;
}

/**
 * Baskets without dates are ordered only within a customer, so customers are split, not time. The next baskets of some
 * customers are the test; those of all others are known. Settings are tuned on the last basket in `history` of the others.
 */
async function readUndatedShop(shop: string, files: UndatedFiles, { full, seed }: ContestOrder): Promise<Contest> {
  const history = await readOrders(files.history);
  const nextBaskets = await readOrders(files.nextBaskets);
  const heldOut = files.heldOut === undefined ? [] : await readOrders(files.heldOut);
  const catalogue = catalogueOfOrders([...history, ...nextBaskets, ...heldOut]);
  const asked = [...new Set((heldOut.length > 0 ? heldOut : nextBaskets).map(({ phone }) => phone))].sort();
  const tested = new Set(full ? asked : sample(asked, mostTestTasks, createRandom(seed)));
  const common = { kind: 'next purchase', horizonDays: periodDays, seed } as const;
  const isTested = (name: string) => tested.has(name);
  // The wanted baskets are put on the day after everything that is known; their dates in the files are ignored.
  const split = Math.max(lastDay(history), lastDay(nextBaskets)) + 1;
  const known = [...history, ...nextBaskets.filter(({ phone }) => !tested.has(phone))];
  const wanted = [...nextBaskets, ...heldOut].filter(({ phone }) => tested.has(phone));
  return {
    shop,
    kind: 'next purchase',
    tuning: [
      cutSlice(catalogue, toPurchases(history, catalogue), {
        ...common,
        split: lastDay(history),
        isAsked: (name) => !isTested(name),
        mostTasks: mostTuningTasks,
      }),
    ],
    test: cutSlice(catalogue, toPurchases([...known, ...wanted.map((line) => ({ ...line, day: split }))], catalogue), {
      ...common,
      split,
      isAsked: isTested,
    }),
  };
}

function firstDay(lines: readonly OrderLine[]): number {
  return lines.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
}

function lastDay(lines: readonly OrderLine[]): number {
  return lines.reduce((last, { day }) => Math.max(last, day), Number.NEGATIVE_INFINITY);
}
