import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { HttpConnection } from '../http-connection.ts';
import { importFile } from './import-file.ts';
import { offerRequest } from './offer-requests.ts';
import { readResidentMb } from './resident-memory.ts';

const requests = 300;
const settlingSeconds = 5;
/** Time to build a new snapshot after an import. */
const rebuildingSeconds = 30;
const target = { of: 'measured', bound: 'at most', value: 600 } as const;

/** Resident memory with 100,000 products and 200,000 customers' histories: after some requests, and after a new import. */
export async function measureRecommendMemory(bench: Bench): Promise<Figure[]> {
  const shop = await bench.shop('large');
  const server = await bench.use(bench.starts.startRecommender({ name: 'large', brand: shop.brand }));
  const connection = await HttpConnection.open(server.port);
  for (const caller of shop.callers.slice(0, requests)) {
    const request = offerRequest({ apiKey: shop.apiKey, caller, withHistory: false, source: 'memory' });
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`a request was answered ${status}: ${body}`);
  }
  connection.close();
  await sleep(settlingSeconds * 1000);
  const settled = await readResidentMb(server.pid);

  const [line] = shop.shop.orderLines();
  const more = join(shop.files.orders, '../one-more.csv');
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(more, `phone,sku,order_date\n${line?.phone},${line?.sku},${today}\n`);
  await importFile(bench.baseData, { kind: 'orders', file: more, brand: shop.brand });
  await sleep(rebuildingSeconds * 1000);
  const rebuilt = await readResidentMb(server.pid);

  const detail = { products: shop.shop.products.length, orderLines: shop.imports.orders.rows, settled, rebuilt };
  const figure = (name: string, measured: number) => toFigure({ name, measured, unit: 'MB', target, detail });
  return [
    figure('recommend-memory, 100,000 products', settled.now),
    figure('recommend-memory, peak over a new import', rebuilt.peak),
  ];
}
