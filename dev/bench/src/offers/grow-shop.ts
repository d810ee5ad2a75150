import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RandomSource } from '@callside/demo-shop';
import { recommenderHealthSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import type { Bench } from '../bench.ts';
import type { Contenders } from './contenders.ts';
import { importFile, runCallside } from './import-file.ts';
import { benchToday, type ImportedShop } from './imported-shop.ts';
import { toDateText } from './offer-requests.ts';

export const newLines = 500_000;
const linesOfCustomer = 10;
const firstNewPhone = 2_012_000_000;
const swapPatienceMs = 300_000;

/** Orders of new customers, of days that are past in every time zone. A customer's lines differ by day: the index counts each. */
export async function writeNewOrders({ shop: { products }, files }: ImportedShop): Promise<string> {
  const random = new RandomSource(1);
  const lines = Array.from({ length: newLines }, (_, line) => {
    const phone = firstNewPhone + Math.floor(line / linesOfCustomer);
    const day = benchToday() - 2 - 30 * (line % linesOfCustomer);
    return `${phone},${products[random.integer(0, products.length - 1)]?.sku},${toDateText(day)}`;
  });
  const file = join(dirname(files.orders), 'new-orders.csv');
  await writeFile(file, ['phone,sku,order_date', ...lines].join('\n'));
  return file;
}

/** Trains a model of the shop, and imports new orders into it. Ends when the index of the server has these too. */
export async function growShop({ baseData }: Bench, { server, shop }: Contenders, file: string): Promise<void> {
  const { brand } = shop;
  const linesOfIndex = async () => {
    const health = await fetch(`http://127.0.0.1:${server.port}/health`);
    return recommenderHealthSchema.parse(await health.json()).orders?.lines ?? 0;
  };
  const importAndSwap = async () => {
    const before = await linesOfIndex();
    await importFile(baseData, { kind: 'orders', file, brand });
    const isSwapped = async () => {
      await sleep(1_000);
      return (await linesOfIndex()) >= before + newLines;
    };
    await until('the index has the new orders', isSwapped, swapPatienceMs);
  };
  const artifacts = join(dirname(file), 'artifacts');
  const train = runCallside(baseData, ['model', 'train', '--brand', brand], { ARTIFACT_DIR: artifacts });
  await Promise.all([train, importAndSwap()]);
}
