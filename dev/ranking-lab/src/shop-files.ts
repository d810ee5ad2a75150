import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOfOrders, type OrderLine, readCatalogue, readOrders, toPurchases } from './data.ts';
import { cutPeriod, type Period, type TaskKind } from './protocol.ts';
import { createRandom, sample } from './random.ts';

/** One comparison: recommenders are tuned on some periods and tested on a later one. */
export interface Contest {
  shop: string;
  kind: TaskKind;
  /** The latest first: settings are searched on that one, the ensemble's weights on all. */
  tuning: readonly Period[];
  test: Period;
}

export interface ContestInput {
  directory: string;
  /** Orders to predict, instead of the last ones in the directory: a file by the shop's name. */
  heldOut: ReadonlyMap<string, string>;
  /** Uses every task, however long that takes. */
  full: boolean;
  seed: number;
}

const periodDays = 120;
const testRebuildDays = 7;
/** Longer, because a search fits every baseline many times. */
const tuningRebuildDays = 30;
// For shops with only next baskets, because they have many customers.
const mostTestTasks = 3000;
const mostTuningTasks = 2000;

/**
 * Reads each shop of a directory. A folder with `catalog` and `orders` has real dates: the last 120 days are the test. A folder
 * with `history` and `next_baskets` has baskets in order: the next baskets of some customers are the test.
 */
export async function readContests(input: ContestInput): Promise<Contest[]> {
  const folders = await readdir(input.directory, { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const contests: Contest[] = [];
  for (const shop of names.sort()) {
    const folder = join(input.directory, shop);
    const files = await readdir(folder);
    const find = (name: string) => {
      const file = files.find((known) => known === `${name}.csv.gz` || known === `${name}.csv`);
      return file === undefined ? undefined : join(folder, file);
    };
    const [catalog, orders, history, nextBaskets] = ['catalog', 'orders', 'history', 'next_baskets'].map(find);
    const heldOut = input.heldOut.get(shop);
    if (catalog && orders) contests.push(...(await readDatedShop(shop, { catalog, orders, heldOut }, input)));
    else if (history && nextBaskets)
      contests.push(await readUndatedShop(shop, { history, nextBaskets, heldOut }, input));
  }
  for (const shop of input.heldOut.keys()) {
    if (!names.includes(shop)) throw new Error(`--held-out names ${shop}, of which ${input.directory} has no folder`);
  }
  if (contests.length === 0) throw new Error(`no shop in ${input.directory}: see dev/bench/README.md for its files`);
  return contests;
}

interface DatedFiles {
  catalog: string;
  orders: string;
  heldOut: string | undefined;
}

async function readDatedShop(shop: string, files: DatedFiles, { seed }: ContestInput): Promise<Contest[]> {
  const catalogue = await readCatalogue(files.catalog);
  const known = await readOrders(files.orders);
  const heldOut = files.heldOut === undefined ? [] : await readOrders(files.heldOut);
  const end = lastDay(known) + 1;
  const split = heldOut.length > 0 ? firstDay(heldOut) : end - periodDays;
  const horizonDays = heldOut.length > 0 ? lastDay(heldOut) + 1 - split : periodDays;
  const purchases = toPurchases([...known, ...heldOut], catalogue);
  return (['return basket', 'anchors', 'next purchase'] as const).map((kind) => ({
    shop,
    kind,
    tuning: [1, 2].map((periods) =>
      cutPeriod(catalogue, purchases, {
        kind,
        split: split - periods * periodDays,
        horizonDays: periodDays,
        rebuildDays: tuningRebuildDays,
        seed,
      }),
    ),
    test: cutPeriod(catalogue, purchases, { kind, split, horizonDays, rebuildDays: testRebuildDays, seed }),
  }));
}

interface UndatedFiles {
  history: string;
  nextBaskets: string;
  heldOut: string | undefined;
}

/**
 * Baskets without dates are ordered only within a customer, so customers are split, not time. The next baskets of some
 * customers are the test, and nobody's next basket is known. With held-out baskets, those are the test and the others are
 * known. Settings are tuned on the last basket in `history` of customers who are not tested.
 */
async function readUndatedShop(shop: string, files: UndatedFiles, { full, seed }: ContestInput): Promise<Contest> {
  const history = await readOrders(files.history);
  const nextBaskets = await readOrders(files.nextBaskets);
  const heldOut = files.heldOut === undefined ? [] : await readOrders(files.heldOut);
  const [known, wanted] = heldOut.length > 0 ? [[...history, ...nextBaskets], heldOut] : [history, nextBaskets];
  const catalogue = catalogueOfOrders([...history, ...nextBaskets, ...heldOut]);
  const buyers = [...new Set(wanted.map(({ phone }) => phone))].sort();
  const tested = new Set(full ? buyers : sample(buyers, mostTestTasks, createRandom(seed)));
  const kind = 'next basket';
  const common = { kind, horizonDays: periodDays, rebuildDays: periodDays, seed } as const;
  // The wanted baskets are queries of their first day in the file, or of the day after everything that is known.
  const split = Math.max(firstDay(wanted), lastDay(known) + 1);
  const later = wanted.map((line) => ({ ...line, day: split }));
  return {
    shop,
    kind,
    tuning: [
      cutPeriod(catalogue, toPurchases(history, catalogue), {
        ...common,
        split: lastDay(history),
        hasTasks: (name) => !tested.has(name),
        mostTasks: mostTuningTasks,
      }),
    ],
    test: cutPeriod(catalogue, toPurchases([...known, ...later], catalogue), {
      ...common,
      split,
      hasTasks: (name) => tested.has(name),
    }),
  };
}

function firstDay(lines: readonly OrderLine[]): number {
  return lines.reduce((first, { day }) => Math.min(first, day), Number.POSITIVE_INFINITY);
}

function lastDay(lines: readonly OrderLine[]): number {
  return lines.reduce((last, { day }) => Math.max(last, day), Number.NEGATIVE_INFINITY);
}
