import { createHash } from 'node:crypto';
import type { Query } from '@callside/database';
import { createCatalogue } from '../domain/catalogue.ts';
import { buildPurchaseIndex, emptyPurchaseRows } from '../domain/purchase-index/purchase-index.ts';
import type { RankingSnapshot } from '../domain/ranking-snapshot.ts';
import type { SnapshotStatus } from '../use-cases/read-health.ts';

/** Stand-in until the snapshot adapters are there. */
export class PlainSnapshots {
  readonly #query: Query;
  readonly #brandId: string;
  #snapshot: RankingSnapshot | null = null;
  #loadedAt: Date | null = null;
  #timer: NodeJS.Timeout | undefined;
  constructor(query: Query, brandId: string) {
    this.#query = query;
    this.#brandId = brandId;
  }
  current(): RankingSnapshot | null {
    return this.#snapshot;
  }
  status(): SnapshotStatus {
    return {
      catalogVersion: this.#snapshot?.catalogue.version ?? null,
      items: this.#snapshot?.catalogue.items.length ?? 0,
      loadedAt: this.#loadedAt,
      itemsInStock: this.#snapshot?.inStock.reduce((sum, one) => sum + one, 0) ?? 0,
      stockRefreshedAt: this.#loadedAt,
      stockImportedAt: null,
      problem: null,
    };
  }
  async start(): Promise<void> {
    await this.#load().catch(() => {});
    this.#timer = setTimeout(() => void this.start(), 1000);
    this.#timer.unref();
  }
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
  }
  async #load(): Promise<void> {
    const rows = await this.#query<{
      sku: string;
      title: string;
      web_price: string;
      article_type: string;
      size: string | null;
      attributes: Record<string, string>;
      on_hand: number | null;
    }>(
      `SELECT c.sku, title, web_price, article_type, size, attributes, on_hand
         FROM catalog_items c LEFT JOIN stock_levels s ON s.brand_id = c.brand_id AND s.sku = c.sku WHERE c.brand_id = $1`,
      [this.#brandId],
    );
    const catalogue = createCatalogue(
      rows.map((row) => ({
        sku: row.sku,
        title: row.title,
        webPrice: Number(row.web_price),
        articleType: row.article_type,
        size: row.size === null ? null : Number(row.size),
        attributes: row.attributes,
      })),
      createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16),
    );
    const onHand = new Map(rows.map((row) => [row.sku, row.on_hand ?? 0]));
    const today = Math.floor(Date.now() / 86_400_000);
    this.#snapshot = {
      catalogue,
      inStock: Uint8Array.from(catalogue.items, ({ sku }) => ((onHand.get(sku) ?? 0) > 0 ? 1 : 0)),
      purchases: buildPurchaseIndex(emptyPurchaseRows, catalogue, today),
    };
    this.#loadedAt = new Date();
  }
}
