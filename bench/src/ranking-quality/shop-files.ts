import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOfOrders, type OrderLine, readCatalogue, readOrders, toPurchases } from './data.ts';
import { cutSlice, type Slice, type TaskKind } from './protocol.ts';
import { createRandom, sample } from './random.ts';

/** One comparison: recommenders are tuned on some slices and asked on a later one. */
export interface Contest {
  shop: string;
  kind: TaskKind;
  /** The latest first: settings are searched on that, the ensemble's weights on all. */
  tuning: readonly Slice[];
  test: Slice;
}

export interface ContestOrder {
  directory: string;
  /** Orders to ask for, in place of the last ones in the directory: a file by the shop's name. */
  heldOut: ReadonlyMap<string, string>;
  /** Every task, however long that takes. */
  full: boolean;
  seed: number;
}

const periodDays = 120;
// Of shops that have only next baskets, whose customers are many.
const mostTestTasks = 3000;
const mostTuningTasks = 2000;

/**
 * Reads each shop of a directory. A folder with `catalog` and `orders` has real dates: the last 120 days are asked for. One
 * with `history` and `next_baskets` has baskets in order: every customer's next one is asked for.
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
    else if (history && nextBaskets) contests.push(await readUndatedShop(shop, history, heldOut ?? nextBaskets, order));
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

/** Settings are tuned on the last basket that history has of customers of whom the test does not ask. */
async function readUndatedShop(
  shop: string,
  historyFile: string,
  nextFile: string,
  { full, seed }: ContestOrder,
): Promise<Contest> {
  const history = await readOrders(historyFile);
  const next = await readOrders(nextFile);
  const catalogue = catalogueOfOrders([...history, ...next]);
  const asked = [...new Set(next.map(({ phone }) => phone))].sort();
  const tested = new Set(full ? asked : sample(asked, mostTestTasks, createRandom(seed)));
  const common = { kind: 'next purchase', horizonDays: periodDays, seed } as const;
  const isTested = (name: string) => tested.has(name);
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
    test: cutSlice(catalogue, toPurchases([...history, ...next], catalogue), {
      ...common,
      split: firstDay(next),
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
