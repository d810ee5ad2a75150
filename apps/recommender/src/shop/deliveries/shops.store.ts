import type { Database } from '@callside/database';
import { normaliseSku } from '@callside/schemas';
import {
  announceImport,
  type BrandOfRows,
  createCatalogueTarget,
  createOrderTarget,
  createStockTarget,
  type ImportedData,
  type ImportRecord,
  type ImportReport,
  type ImportTarget,
  importRows,
  retireProducts,
  withCategoryOnFile,
} from '@callside/shop-data';
import { ShopMemory } from './shop-memory.store.ts';

interface ShopStoreOptions {
  database: Pick<Database, 'transaction'>;
  brandId: () => string;
}

const findBrand = 'SELECT id, country, time_zone FROM brands WHERE id = $1';
// Deliveries run one after another, because a delivery reads what the previous one wrote.
const lock = "SELECT pg_advisory_xact_lock(hashtextextended('callside shop ' || $1, 0))";
// Locked, also those without a category, so that no import changes it before the delivery is written.
const selectCategories = `
  SELECT sku, attributes->>'category' AS category FROM catalog_items
  WHERE brand_id = $1 AND sku = ANY ($2::text[]) ORDER BY sku FOR UPDATE`;
const noteDelivery = `
  UPDATE shops SET delivered_at = now()
  WHERE brand_id = $1 AND shop = $2 AND (delivered_at IS NULL OR delivered_at < now() - interval '1 minute')`;

/** Writes deliveries of shops like imports, so that services see them in the same way. */
export class ShopStore {
  readonly #options: ShopStoreOptions;

  constructor(options: ShopStoreOptions) {
    this.#options = options;
  }

  inTransaction<Result>(shop: string, work: (transaction: ShopTransaction) => Promise<Result>): Promise<Result> {
    const brandId = this.#options.brandId();
    return this.#options.database.transaction(async (query) => {
      await query(lock, [brandId]);
      const [brand] = await query<BrandOfRows>(findBrand, [brandId]);
      if (brand === undefined) throw new Error('the brand was deleted');
      const result = await work(new ShopTransaction(query, brand, shop));
      await query(noteDelivery, [brandId, shop]);
      return result;
    });
  }
}

/** The transaction of one delivery. ShopMemory reads and writes the stored data of the shop. */
export class ShopTransaction extends ShopMemory {
  /** `retired` products count as changes of the catalogue. */
  async write(data: ImportedData, records: readonly ImportRecord[], retired = 0): Promise<ImportReport> {
    const { database, brand } = this;
    if (data === 'catalogue') {
      const target = createCatalogueTarget(database.query, brand.id, { complete: false });
      return this.#import(data, target, await this.#withCategories(records), retired);
    }
    if (data === 'stock') return this.#import(data, createStockTarget(database.query, brand.id), records);
    return this.#import(data, createOrderTarget(database, brand), records);
  }

  retire(skus: readonly string[]): Promise<number> {
    return retireProducts(this.query, this.brand.id, [...new Set(skus)]);
  }

  async #withCategories(records: readonly ImportRecord[]): Promise<ImportRecord[]> {
    const skus = records.map(({ sku }) => normaliseSku(String(sku)));
    const rows = await this.query<{ sku: string; category: string | null }>(selectCategories, [this.brand.id, skus]);
    const onFile = new Map(rows.map(({ sku, category }) => [sku, category]));
    return records.map((row, at) => withCategoryOnFile(row, onFile.get(skus[at] ?? '') ?? undefined));
  }

  async #import<Row>(
    data: ImportedData,
    target: ImportTarget<Row>,
    records: readonly ImportRecord[],
    retired = 0,
  ): Promise<ImportReport> {
    const entries = records.map((record, at) => ({ line: at + 1, record }));
    const report = await importRows(once({ entries, bytesRead: 0 }), target, {});
    const { inserted, updated, unchanged } = report;
    // Without rows, the customers are not locked yet: imports announce after that lock.
    if (inserted + updated + unchanged + retired > 0) {
      await announceImport(this.query, this.brand.id, data, { inserted, updated, unchanged, retired });
    }
    return report;
  }
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}
