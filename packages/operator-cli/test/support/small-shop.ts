import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandBench } from './command-bench.ts';

const dayMs = 86_400_000;
const types = ['pendant', 'earrings', 'chain', 'brooch'];

/** Imports 40 products and the orders of 60 customers over this many days. Each customer buys their two kinds of products repeatedly. */
export async function importSmallShop(bench: CommandBench, brand: string, days: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'small-shop-'));
  const catalogue = ['sku,title,web_price,article_type,size,metal'];
  for (let product = 0; product < 40; product += 1) {
    const metal = product % 3 === 0 ? 'gold' : 'silver';
    catalogue.push(`${100 + product},Product ${product},${10 + product}.50,${types[product % 4]},,${metal}`);
  }
  const orders = ['phone,sku,order_date'];
  for (let customer = 0; customer < 60; customer += 1) {
    for (let order = 0; order * 20 + (customer % 20) < days; order += 1) {
      const date = new Date(Date.UTC(2026, 0, 1) + (order * 20 + (customer % 20)) * dayMs).toISOString().slice(0, 10);
      const phone = String(2_015_550_000 + customer);
      const favourite = 100 + (customer % 40);
      orders.push(`${phone},${favourite},${date}`);
      if (order % 2 === 0) orders.push(`${phone},${100 + ((customer * 7 + order) % 40)},${date}`);
    }
  }
  try {
    for (const [kind, lines] of [
      ['catalog', catalogue],
      ['orders', orders],
    ] as const) {
      const file = join(directory, `${kind}.csv`);
      await writeFile(file, `${lines.join('\n')}\n`);
      await bench.json(kind, 'import', file, '--brand', brand);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
