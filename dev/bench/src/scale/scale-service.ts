import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@callside/ranking-lab';
import type { ServiceProcess } from '@callside/test-kit';
import { z } from 'zod';
import { askServer } from '../ask-server.ts';
import type { Bench } from '../bench.ts';
import { type Figure, type Target, toFigure } from '../figure.ts';
import { HttpConnection } from '../http-connection.ts';
import { eventLoopSchema } from '../offers/event-loop.ts';
import { importFile } from '../offers/import-file.ts';
import { addShopBrand, benchToday } from '../offers/imported-shop.ts';
import { type Caller, offerRequest, toDateText } from '../offers/offer-requests.ts';
import { readResidentMb } from '../offers/resident-memory.ts';
import { percentile } from '../statistics.ts';
import { type LargeShop, largeShop, linesOfCustomer } from './large-shop.ts';
import { phoneOf, writeLargeShop } from './large-shop-files.ts';

const warmUps = 200;
const questions = 500;
const newLines = 1_000;
/** Pause between the requests, and between two readings of `/health`, while something is loaded. */
const pauseMs = 20;
const longestLoadMs = 300_000;

const healthSchema = z.object({
  stock: z.object({ in_stock: z.number() }),
  orders: z.object({ lines: z.number() }).nullable(),
});

/** The recommender of a large shop, with PostgreSQL on the same machine and the bundled model. */
export async function measureScaleOfService(bench: Bench): Promise<Figure[]> {
  const { largeShopSize: size, progress } = bench;
  progress(`scale-service: ${size.products} products, ${size.customers} customers, ${size.lines} lines`);
  const { shop, brand, apiKey, importRows, importFiles } = await createLargeBrand(bench);
  const importSeconds = await importFiles();
  progress(`scale-service: imported in ${Math.round(importSeconds)} s`);

  const startedAt = performance.now();
  const server = await startRecommender(bench, brand);
  const startSeconds = secondsSince(startedAt);
  const connection = await HttpConnection.open(server.port);
  bench.atEnd(() => connection.close());
  const questioner = new Questioner({ connection, apiKey, callers: callersOf(shop, warmUps + questions) });
  const lookedUp = await questioner.askAll({ withHistory: false });
  const supplied = await questioner.askAll({ withHistory: true });
  const settled = await readResidentMb(server.pid);

  const before = await readHealth(server);
  const [product] = shop.catalogue.items;
  await importRows('stock', ['sku,on_hand', `${product?.sku},${shop.inStock[0] === 1 ? 0 : 1}`]);
  const stock = await questioner.askUntil(
    async () => (await readHealth(server)).stock.in_stock !== before.stock.in_stock,
  );
  await askServer(server, 'event-loop', eventLoopSchema);
  await importRows('orders', ['phone,sku,order_date', ...newOrderLines(shop)]);
  const orders = await questioner.askUntil(
    async () => (await readHealth(server)).orders?.lines !== before.orders?.lines,
  );
  const loop = await askServer(server, 'event-loop', eventLoopSchema);
  const replaced = await readResidentMb(server.pid);
  connection.close();
  await server.stop();

  const figure = (name: string, unit: string, measured: number, target?: number) =>
    toFigure({
      name: `scale-service: ${name}`,
      measured,
      unit,
      ...(target !== undefined && { target: { of: 'measured', bound: 'at most', value: target } satisfies Target }),
      detail: size,
    });
  return [
    figure('imports', 's', importSeconds),
    figure('start to first offers', 's', startSeconds),
    figure('offers with look-up, median', 'ms', percentile(lookedUp, 50)),
    figure('offers with look-up, p99', 'ms', percentile(lookedUp, 99)),
    figure('offers, history supplied, median', 'ms', percentile(supplied, 50), 8),
    figure('offers, history supplied, p99', 'ms', percentile(supplied, 99)),
    figure('new stock counts after', 's', stock.seconds, 5),
    figure('new order lines count after', 's', orders.seconds, 60),
    figure('offers meanwhile, median', 'ms', percentile(orders.times, 50)),
    figure('offers meanwhile, p99', 'ms', percentile(orders.times, 99)),
    figure('event loop meanwhile, longest delay', 'ms', loop.maxMs),
    figure('memory with one index', 'MB', settled.now),
    figure('memory, most', 'MB', replaced.peak, 3_000),
  ];
}

function startRecommender({ starts, profileArgs, use }: Bench, brand: string): Promise<ServiceProcess> {
  const probe = new URL('../offers/event-loop-on-signal.js', import.meta.url).href;
  const nodeArgs = ['--import', probe, ...profileArgs];
  return use(starts.startRecommender({ name: 'scale-service', brand, nodeArgs, patienceMs: longestLoadMs }));
}

async function readHealth({ port }: ServiceProcess): Promise<z.infer<typeof healthSchema>> {
  return healthSchema.parse(await (await fetch(`http://127.0.0.1:${port}/health`)).json());
}

interface QuestionerOptions {
  connection: HttpConnection;
  apiKey: string;
  callers: readonly Caller[];
}

/** Requests offers for one caller after the other. */
class Questioner {
  readonly #options: QuestionerOptions;

  constructor(options: QuestionerOptions) {
    this.#options = options;
  }

  /** Resolves to the times of the requests after the warm-up, in ms. */
  async askAll({ withHistory }: { withHistory: boolean }): Promise<number[]> {
    const times: number[] = [];
    for (const caller of this.#options.callers) times.push(await this.#ask(caller, withHistory));
    return times.slice(warmUps);
  }

  /** Resolves to the seconds until the condition holds, such as that the service uses an import, and the times of the requests until then. */
  async askUntil(condition: () => Promise<boolean>): Promise<{ seconds: number; times: number[] }> {
    const { callers } = this.#options;
    const from = performance.now();
    const times: number[] = [];
    while (!(await condition())) {
      if (performance.now() - from > longestLoadMs) throw new Error('an import did not become visible');
      times.push(await this.#ask(callers[times.length % callers.length] as Caller, false));
      await sleep(pauseMs);
    }
    return { seconds: secondsSince(from), times };
  }

  async #ask(caller: Caller, withHistory: boolean): Promise<number> {
    const { connection, apiKey } = this.#options;
    const request = offerRequest({ apiKey, caller, withHistory, source: 'scale' });
    const from = performance.now();
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`a request was answered ${status}: ${body}`);
    return performance.now() - from;
  }
}

/** A brand for the shop, and its imports as an operator does them. */
async function createLargeBrand({ baseData, atEnd, largeShopSize }: Bench) {
  const brand = 'shop-scale';
  const apiKey = await addShopBrand(baseData, brand);
  const directory = await mkdtemp(join(tmpdir(), 'callside-bench-scale-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const shop = largeShop(largeShopSize);
  return {
    shop,
    brand,
    apiKey,
    importRows: async (kind: 'stock' | 'orders', lines: readonly string[]) => {
      const file = join(directory, `new-${kind}.csv`);
      await writeFile(file, `${lines.join('\n')}\n`);
      await importFile(baseData, { kind, file, brand });
    },
    /** Seconds. */
    importFiles: async (): Promise<number> => {
      const files = await writeLargeShop(shop, directory);
      const from = performance.now();
      await importFile(baseData, { kind: 'catalog', file: files.catalogue, brand });
      await importFile(baseData, { kind: 'stock', file: files.stock, brand });
      await importFile(baseData, { kind: 'orders', file: files.orders, brand });
      return secondsSince(from);
    },
  };
}

/** Customers of random order lines, with all their purchases. */
function callersOf({ rows, catalogue }: LargeShop, count: number): Caller[] {
  const random = createRandom(3);
  const { customers, items, days } = rows;
  return Array.from({ length: count }, () => {
    const customer = customers[Math.floor(random() * customers.length)] as number;
    const [from, to] = linesOfCustomer(rows, customer);
    const lines = Array.from(items.subarray(from, to), (item, place) => ({
      sku: catalogue.items[item]?.sku as string,
      day: days[from + place] as number,
    }));
    return { phone: phoneOf(customer), lines };
  });
}

/** One purchase for each of the first customers, of a day that is past in every time zone: orders of today count tomorrow. */
function newOrderLines({ catalogue }: LargeShop): string[] {
  const day = toDateText(benchToday() - 2);
  const { items } = catalogue;
  return Array.from({ length: newLines }, (_, line) => `${phoneOf(line)},${items[line % items.length]?.sku},${day}`);
}

function secondsSince(startMs: number): number {
  return (performance.now() - startMs) / 1000;
}
