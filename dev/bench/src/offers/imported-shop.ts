import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueApiKey } from '@callside/auth';
import { generateShop, type Shop, type ShopFiles, writeShop } from '@callside/demo-shop';
import type { BaseData } from '../base-data.ts';
import { importFile } from './import-file.ts';
import type { Caller } from './offer-requests.ts';

/** A brand with a generated shop, imported as by an operator. */
export interface ImportedShop {
  /** The brand's slug. */
  brand: string;
  apiKey: string;
  shop: Shop;
  files: ShopFiles;
  callers: Caller[];
}

const size = { products: 10_000, customers: 20_000 };
const seed = 20;
const brand = 'shop';
const mostCallers = 500;
export const benchToday = () => Math.floor(Date.now() / 86_400_000);

/** Creates the shop once, at the first request for it. */
export function createShop(baseData: BaseData, atEnd: (release: () => Promise<void>) => void) {
  let shop: Promise<ImportedShop> | undefined;
  return (): Promise<ImportedShop> => {
    shop ??= importShop(baseData, atEnd);
    return shop;
  };
}

/** Resolves to the brand's key for the recommender. */
async function addShopBrand({ query, prisma }: BaseData): Promise<string> {
  const brandId = randomUUID();
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, $2, 'US')`, [brandId, brand]);
  const { key } = await issueApiKey(prisma, { brandId, feature: 'recommender', keyPrefix: 'cs' });
  return key;
}

async function importShop(baseData: BaseData, atEnd: (release: () => Promise<void>) => void): Promise<ImportedShop> {
  const apiKey = await addShopBrand(baseData);
  const directory = await mkdtemp(join(tmpdir(), 'callside-bench-shop-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  const shop = generateShop({ seed, today: benchToday(), ...size });
  const files = await writeShop(shop, directory);
  await importFile(baseData, { kind: 'catalog', file: files.catalogue, brand });
  await importFile(baseData, { kind: 'stock', file: files.stock, brand });
  await importFile(baseData, { kind: 'orders', file: files.orders, brand });
  return { brand, apiKey, shop, files, callers: callersOf(shop) };
}

/** Customers spread over the shop, with all their purchases. */
function callersOf(shop: Shop): Caller[] {
  const step = size.customers / mostCallers;
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
