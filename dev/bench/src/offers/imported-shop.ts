import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueApiKey } from '@callside/auth';
import { generateShop, type Shop, type ShopFiles, writeShop } from '@callside/demo-shop';
import type { BaseData } from '../base-data.ts';
import { importFile, type TimedImport } from './import-file.ts';
import type { Caller } from './offer-requests.ts';

/** A brand with a generated shop, imported as by an operator. */
export interface ImportedShop {
  /** The brand's slug. */
  brand: string;
  apiKey: string;
  shop: Shop;
  files: ShopFiles;
  callers: Caller[];
  /** Rows and time of each import. */
  imports: { catalogue: TimedImport; stock: TimedImport; orders: TimedImport };
}

const sizes = {
  usual: { products: 10_000, customers: 20_000 },
  /** Like the usual one; gets more orders. */
  growing: { products: 10_000, customers: 20_000 },
  large: { products: 100_000, customers: 200_000 },
} as const;
export type ShopSize = keyof typeof sizes;

const seed = 20;
const mostCallers = 500;
export const benchToday = () => Math.floor(Date.now() / 86_400_000);

/** Creates each shop once, at the first request for it. */
export function createShops(baseData: BaseData, atEnd: (release: () => Promise<void>) => void) {
  const shops = new Map<ShopSize, Promise<ImportedShop>>();
  return (size: ShopSize): Promise<ImportedShop> => {
    const shop = shops.get(size) ?? importShop(baseData, size, atEnd);
    shops.set(size, shop);
    return shop;
  };
}

/** Resolves to the brand's key for the recommender. */
async function addShopBrand({ query, prisma }: BaseData, slug: string): Promise<string> {
  const brandId = randomUUID();
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, 'US')`, [brandId, slug]);
  const { key } = await issueApiKey(prisma, { brandId, feature: 'recommender', keyPrefix: 'cs' });
  return key;
}

async function importShop(
  baseData: BaseData,
  size: ShopSize,
  atEnd: (release: () => Promise<void>) => void,
): Promise<ImportedShop> {
  const { products, customers } = sizes[size];
  const brand = `shop-${size}`;
  const apiKey = await addShopBrand(baseData, brand);
  const directory = await mkdtemp(join(tmpdir(), 'callside-bench-shop-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const shop = generateShop({ seed, today: benchToday(), products, customers });
  const files = await writeShop(shop, directory);
  return {
    brand,
    apiKey,
    shop,
    files,
    callers: callersOf(shop, customers),
    imports: {
      catalogue: await importFile(baseData, { kind: 'catalog', file: files.catalogue, brand }),
      stock: await importFile(baseData, { kind: 'stock', file: files.stock, brand }),
      orders: await importFile(baseData, { kind: 'orders', file: files.orders, brand }),
    },
  };
}

/** Customers spread over the shop, with all their purchases. */
function callersOf(shop: Shop, customers: number): Caller[] {
  const step = Math.max(Math.floor(customers / mostCallers), 1);
  const callers: Caller[] = [];
  let index = -1;
  let phone = '';
  let lines: { sku: string; day: number }[] = [];
  for (const line of shop.orderLines()) {
    if (line.phone !== phone) {
      index += 1;
      phone = line.phone;
      lines = [];
      if (index % step === 0) callers.push({ phone, lines });
    }
    lines.push({ sku: line.sku, day: line.day });
  }
  return callers;
}
