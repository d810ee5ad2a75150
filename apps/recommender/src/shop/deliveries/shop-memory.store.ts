import { isDeepStrictEqual } from 'node:util';
import type { Query } from '@callside/database';
import {
  announceImport,
  type BrandOfRows,
  createOrderRowSchema,
  type DeliveryIdentity,
  type ImportDatabase,
  type ImportRecord,
  type InheritedValues,
  inSavepoints,
  moveOrderLines,
  type OrderChange,
  type OrderedSkus,
  type OrderKey,
  type ProductChange,
  type ProductDeletion,
  readRow,
  type ShopChange,
  settleOrderLines,
} from '@callside/shop-data';
import type { LocationLevel } from '../../ranking/index.ts';
import { offerOfVariation } from '../../ranking/index.ts';
import {
  countLevels,
  deleteAtTime,
  deleteNow,
  findLines,
  insertDelivery,
  noteRefund,
  selectLevels,
  selectOffers,
  selectOrder,
  selectParent,
  upsertLevel,
  upsertOrder,
  upsertProduct,
  upsertVariants,
} from './shop-memory.sql.ts';

/** A SKU of the shop with the stock that the last delivery of its product counted; null: none did. */
interface KeptVariant {
  variantId: string;
  sku: string;
  total: number | null;
}

/** A variant that may be offered under its SKU. */
interface OfferedVariant {
  sku: string;
  inventoryItemId: string | null;
  total: number | null;
  /** Its row of the catalogue. */
  offer: ImportRecord;
}

/** What variations have from their product. */
interface ParentOnFile {
  inherited: InheritedValues;
  hidesVariations: boolean;
}

/** Data of a shop other than catalogue, stock and orders, in the transaction of one delivery. */
export class ShopMemory {
  readonly query: Query;
  readonly brand: BrandOfRows;
  /** Runs the statements of an import; one may fail without the others. */
  protected readonly database: ImportDatabase;
  readonly #shop: string;

  constructor(query: Query, brand: BrandOfRows, shop: string) {
    this.query = query;
    this.brand = brand;
    this.database = inSavepoints(query);
    this.#shop = shop;
  }

  /** False when the newest delivery with this id had the same content. */
  async isNewDelivery({ id, contentSha256 }: DeliveryIdentity): Promise<boolean> {
    return (await this.#ask(insertDelivery, id, contentSha256)).length > 0;
  }

  /** False when a newer delivery of the product was accepted; otherwise this one is now the newest. */
  async isNewestOfProduct({
    productId,
    parentId,
    changedAt,
    inherited,
    isRestored,
    hidesVariations,
  }: ProductChange): Promise<boolean> {
    const values = [
      productId,
      changedAt,
      inherited && JSON.stringify(inherited),
      parentId,
      isRestored,
      hidesVariations,
    ];
    return (await this.#ask(upsertProduct, ...values)).length > 0;
  }

  /** False when a newer delivery of the product was accepted; otherwise changes until the deletion are stale from now on. */
  async isNewestDeletion({ productId, changedAt }: ProductDeletion): Promise<boolean> {
    const rows = changedAt === null ? this.#ask(deleteNow, productId) : this.#ask(deleteAtTime, productId, changedAt);
    return (await rows).length > 0;
  }

  /** What a variation has from its product; undefined: no delivery had the product. */
  async findParent(productId: string): Promise<ParentOnFile | undefined> {
    return (await this.#ask<ParentOnFile>(selectParent, productId))[0];
  }

  /** The SKUs on file that a delivery replaces. */
  async skusReplacedBy(change: ProductChange): Promise<string[]> {
    const { column, id, except } = replacedBy(change);
    const select = `SELECT sku FROM shop_variants
      WHERE brand_id = $1 AND shop = $2 AND ${column} = $3 AND variant_id <> ALL ($4::text[])`;
    return (await this.#ask<{ sku: string }>(select, id, except)).map(({ sku }) => sku);
  }

  /** The SKUs on file of variations that have their own deliveries. */
  async skusOfVariations(productId: string): Promise<string[]> {
    const select =
      'SELECT sku FROM shop_variants WHERE brand_id = $1 AND shop = $2 AND product_id = $3 AND variant_id <> $3';
    return (await this.#ask<{ sku: string }>(select, productId)).map(({ sku }) => sku);
  }

  /** Those that are offered. */
  variantsOfItems(inventoryItemIds: readonly string[]): Promise<KeptVariant[]> {
    const select = `SELECT variant_id AS "variantId", sku, total FROM shop_variants
      WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = ANY ($3::text[]) AND offer IS NOT NULL`;
    return this.#ask<KeptVariant>(select, inventoryItemIds);
  }

  /** Keeps the stock that variations share with their product. Returns the SKUs of those that are offered. */
  async keepSharedStock({ productId, sharedStock, changedAt }: ProductChange): Promise<string[]> {
    const update = `UPDATE shop_variants SET total = coalesce($4::int, total), total_at = $5
      WHERE brand_id = $1 AND shop = $2 AND product_id = $3 AND inventory_item_id = $3 AND offer IS NOT NULL
      RETURNING sku`;
    const total = totalOf({ on_hand: sharedStock });
    return (await this.#ask<{ sku: string }>(update, productId, total, changedAt)).map(({ sku }) => sku);
  }

  async keepVariants(change: ProductChange): Promise<void> {
    const { parentId, variants, changedAt } = change;
    // One statement cannot change a row twice.
    const kept = [...new Map(variants.map((variant) => [variant.variantId, variant])).values()];
    const ids = kept.map(({ variantId }) => variantId);
    const { column, id, except } = replacedBy(change);
    const remove = `DELETE FROM shop_variants
      WHERE brand_id = $1 AND shop = $2 AND ${column} = $3 AND variant_id <> ALL ($4::text[])`;
    await this.#ask(remove, id, [...ids, ...except]);
    await this.#ask(
      upsertVariants,
      parentId,
      changedAt,
      ids,
      kept.map(({ sku }) => sku),
      kept.map(({ inventoryItemId }) => inventoryItemId),
      kept.map(({ stock }) => totalOf(stock)),
      kept.map(({ product }) => product && JSON.stringify(product)),
    );
    const counted = kept.filter(({ stock }) => totalOf(stock) !== null).map(({ inventoryItemId }) => inventoryItemId);
    await this.#ask(countLevels, counted, changedAt);
  }

  /** Deletes the variants of a product, or one variation. Returns the SKUs. */
  async forgetVariants(productId: string): Promise<string[]> {
    const remove =
      'DELETE FROM shop_variants WHERE brand_id = $1 AND shop = $2 AND (product_id = $3 OR variant_id = $3) RETURNING sku';
    return (await this.#ask<{ sku: string }>(remove, productId)).map(({ sku }) => sku);
  }

  /** What is left of these SKUs: one variant of each SKU that a shop of the brand still sells. */
  async offersOf(skus: readonly string[]): Promise<OfferedVariant[]> {
    if (skus.length === 0) return [];
    const rows = await this.#ask<OfferedVariant & { inherited: InheritedValues | null }>(selectOffers, skus);
    return rows.map(({ inherited, ...variant }) => ({ ...variant, offer: offerOfVariation(variant.offer, inherited) }));
  }

  /** False when a newer level of the item at this location was accepted. */
  async keepLevel({
    inventoryItemId,
    locationId,
    available,
    changedAt,
  }: Extract<ShopChange, { kind: 'level' }>): Promise<boolean> {
    return (await this.#ask(upsertLevel, inventoryItemId, locationId, available, changedAt)).length > 0;
  }

  async levelsOf(inventoryItemIds: readonly string[]): Promise<Map<string, LocationLevel[]>> {
    const values = [this.brand.id, inventoryItemIds];
    const rows = await this.query<LocationLevel & { inventory_item_id: string }>(selectLevels, values);
    const levels = new Map<string, LocationLevel[]>();
    for (const { inventory_item_id, ...level } of rows) {
      levels.set(inventory_item_id, [...(levels.get(inventory_item_id) ?? []), level]);
    }
    return levels;
  }

  /** False when a newer delivery of the order was accepted. */
  async isNewestOfOrder({ orderId, changedAt }: OrderChange): Promise<boolean> {
    const select = 'SELECT 1 FROM shop_orders WHERE brand_id = $1 AND shop = $2 AND order_id = $3 AND changed_at > $4';
    return (await this.#ask(select, orderId, changedAt)).length === 0;
  }

  /** False when a delivery of the order that is not older was accepted; otherwise older ones are stale from now on. */
  async isNewestRefund(orderId: string, refundedAt: Date): Promise<boolean> {
    return (await this.#ask(noteRefund, orderId, refundedAt)).length > 0;
  }

  /**
   * Where the lines of an order are on file; null: there are none. Moves them when the delivery names another customer, day or number
   * than the one before, such as after a correction. Must be called after the bought lines were written.
   */
  async placeOrder({ orderId, bought, returned }: OrderChange): Promise<OrderKey | null> {
    const from = await this.findOrder(orderId);
    const to = await this.#keyOf(bought);
    if (to === null) return from ?? this.#keyOf(returned);
    if (from !== null && !isDeepStrictEqual(from, to)) await moveOrderLines(this.query, this.brand.id, from, to);
    return to;
  }

  /** Marks lines of an order as returned, or takes that back. Returns how many changed. */
  async settleOrder(key: OrderKey, skus: OrderedSkus): Promise<number> {
    const changed = await settleOrderLines(this.query, this.brand.id, key, skus);
    await announceImport(this.query, this.brand.id, 'orders', { inserted: 0, updated: changed, unchanged: 0 });
    return changed;
  }

  async keepOrder({ orderId, changedAt }: OrderChange, key: OrderKey | null): Promise<void> {
    if (changedAt === null) return;
    await this.#ask(upsertOrder, orderId, changedAt, key?.customer, key?.orderId, key?.orderDate);
  }

  /** Where the lines are on file of an order that a delivery had. */
  async findOrder(orderId: string): Promise<OrderKey | null> {
    return (await this.#ask<OrderKey>(selectOrder, orderId))[0] ?? null;
  }

  /** Where these lines are on file. The first valid one tells it; the import rejected the lines before it. */
  async #keyOf(records: readonly ImportRecord[]): Promise<OrderKey | null> {
    const schema = createOrderRowSchema(this.brand.country);
    for (const record of records) {
      const read = readRow(record, schema);
      if (!('row' in read)) continue;
      const { customer, line } = read.row;
      const values = [this.brand.id, customer.phoneNumber, line.orderDate, line.orderId];
      return (await this.query<OrderKey>(findLines, values))[0] ?? null;
    }
    return null;
  }

  #ask<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.query<Row>(text, [this.brand.id, this.#shop, ...values]);
  }
}

/** null: the delivery does not say it, or its stock is rejected. */
function totalOf(stock: ImportRecord | null): number | null {
  const pieces = Math.floor(Number(stock?.on_hand ?? Number.NaN));
  return Number.isInteger(pieces) && Math.abs(pieces) < 2 ** 31 ? pieces : null;
}

function replacedBy({ keptVariants, parentId, productId }: ProductChange) {
  return keptVariants === null
    ? { column: 'variant_id', id: productId, except: [] }
    : { column: 'product_id', id: parentId, except: keptVariants };
}
