import { createRandom } from '@callside/ranking-lab';
import { buildPurchaseIndex, prepareOffers, type RequestContext, selectOffers } from '@callside/recommender/ranking';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { type LargeShop, largeShop, linesOfCustomer, today } from './large-shop.ts';

const warmUps = 100;
const questions = 500;

/** Measures a large shop in this process: its purchase index, and the offers without HTTP, database and model. */
export async function measureScale({ largeShopSize: size, progress }: Bench): Promise<Figure[]> {
  progress(`scale: ${size.products} products, ${size.customers} customers, ${size.lines} lines`);
  const shop = largeShop(size);
  const before = process.cpuUsage();
  const purchases = buildPurchaseIndex(shop.rows, shop.catalogue, today);
  const indexSeconds = secondsSince(before);
  const requests = requestsOf(shop, warmUps + questions);
  const answer = (request: RequestContext) =>
    selectOffers(prepareOffers({ ...shop, purchases }, request), null, 3).length;
  for (const request of requests.slice(0, warmUps)) answer(request);
  const started = process.cpuUsage();
  const times = requests.slice(warmUps).map((request) => {
    const from = performance.now();
    if (answer(request) === 0) throw new Error('a request got no offer');
    return performance.now() - from;
  });
  const cpuMs = (1000 * secondsSince(started)) / times.length;
  const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
  const megabytes = process.memoryUsage.rss() / 2 ** 20;
  return [
    toFigure({ name: 'scale: index', measured: indexSeconds, unit: 's of CPU', detail: size }),
    toFigure({ name: 'scale: memory', measured: megabytes, unit: 'MB resident', detail: size }),
    toFigure({ name: 'scale: offers', measured: cpuMs, unit: 'ms of CPU', detail: { ...size, p50, p99 } }),
    toFigure({ name: 'scale: offers, median', measured: p50, unit: 'ms', detail: size }),
    toFigure({ name: 'scale: offers, p99', measured: p99, unit: 'ms', detail: size }),
  ];
}

/** Customers of the shop with all that they bought, one in three with an anchor. */
function requestsOf({ rows, catalogue }: LargeShop, count: number): RequestContext[] {
  const random = createRandom(2);
  const { types } = catalogue.columns;
  const { customers, items, days } = rows;
  return Array.from({ length: count }, (_, index) => {
    const line = Math.floor(random() * items.length);
    const [from, to] = linesOfCustomer(rows, customers[line] as number);
    const history = Array.from(items.subarray(from, to), (item, place) => ({
      item,
      type: types[item] as number,
      day: days[from + place] as number,
    }));
    const anchors = index % 3 === 0 ? [items[Math.floor(random() * items.length)] as number] : [];
    return { history, anchors, today, checkStock: true, sizedArticleTypes: new Set() };
  });
}

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
