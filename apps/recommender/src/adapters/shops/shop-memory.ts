import type { Query } from '@callside/database';
import {
  announceImport,
  type BrandOfRows,
  createOrderRowSchema,
  type DeliveryIdentity,
  type ImportDatabase,
  type ImportRecord,
  inSavepoints,
  moveOrderLines,
  type OrderChange,
  type OrderRow,
  type ProductChange,
  type ProductDeletion,
  readRow,
  type ShopChange,
} from '@callside/shop-data';
import type { LocationLevel } from '../../domain/shop-stock.ts';

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
  /** Its row of the catalogue; null: unknown, because a release before wrote it. */
  offer: ImportRecord | null;
}

const insertDelivery = `
  INSERT INTO shop_deliveries AS known (brand_id, shop, delivery_id, content_sha256) VALUES ($1, $2, $3, $4)
  ON CONFLICT (brand_id, shop, delivery_id) DO UPDATE SET content_sha256 = excluded.content_sha256, received_at = now()
  WHERE known.content_sha256 IS DISTINCT FROM excluded.content_sha256
  RETURNING delivery_id`;

// The shop's clock has whole seconds: the later of two deliveries in one second counts. A change that is not newer than the deletion of
// its product, or of the product of a variation, is older than that deletion.
const upsertProduct = `
  INSERT INTO shop_products AS known (brand_id, shop, product_id, changed_at, article_type, clock_ahead_seconds)
  SELECT $1, $2, $3, $4::timestamptz, $5,
    greatest(0, least(86400, ceil(extract(epoch FROM $4::timestamptz - clock_timestamp()))))::int
  WHERE NOT EXISTS (
    SELECT FROM shop_products AS parent
    WHERE parent.brand_id = $1 AND parent.shop = $2 AND parent.product_id = $6 AND parent.product_id <> $3
      AND parent.deleted_at >= $4 AND NOT $7::boolean)
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET changed_at = excluded.changed_at, deleted_at = NULL,
    article_type = coalesce(excluded.article_type, known.article_type), clock_ahead_seconds = excluded.clock_ahead_seconds
  WHERE known.changed_at <= excluded.changed_at
    AND ($7::boolean OR known.deleted_at IS NULL OR known.deleted_at < excluded.changed_at)
  RETURNING product_id`;

const deleteAtTime = `
  INSERT INTO shop_products AS known (brand_id, shop, product_id, changed_at, deleted_at) VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET changed_at = excluded.changed_at, deleted_at = excluded.deleted_at
  WHERE known.changed_at <= excluded.changed_at
  RETURNING product_id`;

// A restored product is compared with the last change by the shop's clock, so that one stays.
const deleteNow = `
  INSERT INTO shop_products AS known (brand_id, shop, product_id, changed_at, deleted_at)
  VALUES ($1, $2, $3, to_timestamp(0), clock_timestamp())
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET deleted_at = greatest(known.changed_at,
    known.deleted_at, excluded.deleted_at + make_interval(secs => coalesce(known.clock_ahead_seconds, 0)))
  RETURNING product_id`;

const upsertVariants = `
  INSERT INTO shop_variants AS known (brand_id, shop, product_id, total_at, variant_id, sku, inventory_item_id, total, offer)
  SELECT $1, $2, $3, CASE WHEN total IS NOT NULL THEN $4::timestamptz END, given.*
  FROM unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::jsonb[])
    AS given (variant_id, sku, inventory_item_id, total, offer)
  ON CONFLICT (brand_id, shop, variant_id) DO UPDATE SET product_id = excluded.product_id, sku = excluded.sku,
    inventory_item_id = excluded.inventory_item_id, total = coalesce(excluded.total, known.total),
    total_at = coalesce(excluded.total_at, known.total_at), offer = excluded.offer`;

// The release before changes a SKU and leaves the offer: such an offer is unknown. The newest known offer of each SKU counts.
const selectOffers = `
  SELECT DISTINCT ON (variant.sku) variant.sku, variant.inventory_item_id AS "inventoryItemId", variant.total, known.offer
  FROM shop_variants AS variant
  CROSS JOIN LATERAL (SELECT CASE WHEN variant.offer->>'sku' = variant.sku THEN variant.offer END AS offer) AS known
  LEFT JOIN shop_products AS product ON product.brand_id = variant.brand_id AND product.shop = variant.shop
    AND product.product_id = variant.product_id
  WHERE variant.brand_id = $1 AND variant.shop = $2 AND variant.sku = ANY ($3::text[])
    AND variant.offer IS DISTINCT FROM 'null'::jsonb
  ORDER BY variant.sku, known.offer IS NULL, product.changed_at DESC NULLS LAST, variant.variant_id`;

const countLevels = `
  UPDATE shop_levels SET in_total = available
  WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = ANY ($3::text[]) AND changed_at <= $4
    AND in_total IS DISTINCT FROM available`;

// A level that is older than the total is a part of it. One of the same second came after it.
const upsertLevel = `
  INSERT INTO shop_levels AS known (brand_id, shop, inventory_item_id, location_id, available, changed_at, in_total)
  SELECT $1, $2, $3, $4, $5::int, $6::timestamptz, CASE WHEN $6 < max(total_at) THEN $5 END
  FROM shop_variants WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = $3
  ON CONFLICT (brand_id, shop, inventory_item_id, location_id) DO UPDATE SET available = excluded.available,
    changed_at = excluded.changed_at, in_total = coalesce(excluded.in_total, known.in_total)
  WHERE known.changed_at <= excluded.changed_at
  RETURNING location_id`;

const selectLevels = `
  SELECT inventory_item_id, available, in_total AS "inTotal"
  FROM shop_levels WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = ANY ($3::text[])`;

const upsertOrder = `
  INSERT INTO shop_orders AS known (brand_id, shop, order_id, changed_at, customer_id, order_number, order_date)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (brand_id, shop, order_id) DO UPDATE SET changed_at = excluded.changed_at,
    customer_id = coalesce(excluded.customer_id, known.customer_id),
    order_number = coalesce(excluded.order_number, known.order_number),
    order_date = coalesce(excluded.order_date, known.order_date)`;

const findCustomer = `
  SELECT line.customer_id FROM customers JOIN order_lines AS line ON line.customer_id = customers.id
    AND line.order_date = $3::date AND line.sku = $4 AND line.order_id = $5
  WHERE customers.brand_id = $1 AND customers.phone_number = $2 ORDER BY line.id DESC LIMIT 1`;

const selectOrder = `
  SELECT customer_id AS customer, order_number AS "orderId", order_date::text AS "orderDate" FROM shop_orders
  WHERE brand_id = $1 AND shop = $2 AND order_id = $3 AND customer_id IS NOT NULL`;

const findOrder = `
  SELECT customers.phone_number AS phone, customers.customer_id, shop_orders.order_number AS order_id,
         shop_orders.order_date::text AS order_date
  FROM shop_orders JOIN customers ON customers.id = shop_orders.customer_id
  WHERE shop_orders.brand_id = $1 AND shop_orders.shop = $2 AND shop_orders.order_id = $3`;

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
    articleType,
    isRestored,
  }: ProductChange): Promise<boolean> {
    const rows = await this.#ask(upsertProduct, productId, changedAt, articleType, parentId, isRestored);
    return rows.length > 0;
  }

  /** False when a newer delivery of the product was accepted; otherwise changes until the deletion are stale from now on. */
  async isNewestDeletion({ productId, changedAt }: ProductDeletion): Promise<boolean> {
    const rows = changedAt === null ? this.#ask(deleteNow, productId) : this.#ask(deleteAtTime, productId, changedAt);
    return (await rows).length > 0;
  }

  async articleTypeOf(productId: string): Promise<string | null> {
    const select = 'SELECT article_type FROM shop_products WHERE brand_id = $1 AND shop = $2 AND product_id = $3';
    return (await this.#ask<{ article_type: string | null }>(select, productId))[0]?.article_type ?? null;
  }

  /** The SKUs on file that a delivery replaces. */
  async skusReplacedBy(change: ProductChange): Promise<string[]> {
    const { column, id } = replacedBy(change);
    const select = `SELECT sku FROM shop_variants WHERE brand_id = $1 AND shop = $2 AND ${column} = $3`;
    return (await this.#ask<{ sku: string }>(select, id)).map(({ sku }) => sku);
  }

  /** Those that are offered, or of which an older release has not kept whether they are. */
  variantsOfItems(inventoryItemIds: readonly string[]): Promise<KeptVariant[]> {
    const select = `SELECT variant_id AS "variantId", sku, total FROM shop_variants
      WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = ANY ($3::text[]) AND offer IS DISTINCT FROM 'null'::jsonb`;
    return this.#ask<KeptVariant>(select, inventoryItemIds);
  }

  async keepVariants(change: ProductChange): Promise<void> {
    const { parentId, variants, changedAt } = change;
    // One statement cannot change a row twice.
    const kept = [...new Map(variants.map((variant) => [variant.variantId, variant])).values()];
    const ids = kept.map(({ variantId }) => variantId);
    const { column, id } = replacedBy(change);
    const remove = `DELETE FROM shop_variants
      WHERE brand_id = $1 AND shop = $2 AND ${column} = $3 AND variant_id <> ALL ($4::text[])`;
    await this.#ask(remove, id, ids);
    await this.#ask(
      upsertVariants,
      parentId,
      changedAt,
      ids,
      kept.map(({ sku }) => sku),
      kept.map(({ inventoryItemId }) => inventoryItemId),
      kept.map(({ stock }) => totalOf(stock)),
      kept.map(({ product }) => JSON.stringify(product)),
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

  /** What is left of these SKUs: one variant of each SKU that is still sold. */
  async offersOf(skus: readonly string[]): Promise<OfferedVariant[]> {
    return skus.length === 0 ? [] : this.#ask<OfferedVariant>(selectOffers, skus);
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
    const rows = await this.#ask<LocationLevel & { inventory_item_id: string }>(selectLevels, inventoryItemIds);
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

  /**
   * Moves the lines of an order whose delivery names another customer than the one before, such as with a corrected number. Must be called
   * after the bought lines were written. Returns whether they name a customer.
   */
  async moveOrder({ orderId, bought }: OrderChange): Promise<boolean> {
    const line = this.#firstLine(bought);
    const to = line === undefined ? null : await this.#findCustomer(line);
    if (to === null) return false;
    const [order] = await this.#ask<{ customer: string; orderId: string; orderDate: string }>(selectOrder, orderId);
    if (order !== undefined && order.customer !== to) {
      await moveOrderLines(this.query, this.brand.id, { ...order, from: order.customer, to });
      await announceImport(this.query, this.brand.id, 'orders', { inserted: 0, updated: 0, unchanged: 0 });
    }
    return true;
  }

  /** Must be called after the lines of the order were written. */
  async keepOrder({ orderId, changedAt, bought, returned }: OrderChange): Promise<void> {
    const line = this.#firstLine([...bought, ...returned]);
    const customer = line === undefined ? null : await this.#findCustomer(line);
    const [number, day] = customer === null ? [null, null] : [line?.line.orderId, line?.line.orderDate];
    await this.#ask(upsertOrder, orderId, changedAt, customer, number, day);
  }

  /** The columns that all returns of the order share. */
  async findOrder(orderId: string): Promise<ImportRecord | null> {
    const [order] = await this.#ask<Record<string, string | null>>(findOrder, orderId);
    if (order === undefined) return null;
    return Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null));
  }

  /** The first valid line; the import rejected the lines before it. */
  #firstLine(records: readonly ImportRecord[]): OrderRow | undefined {
    const schema = createOrderRowSchema(this.brand.country);
    for (const record of records) {
      const read = readRow(record, schema);
      if ('row' in read) return read.row;
    }
    return undefined;
  }

  async #findCustomer({ customer, line }: OrderRow): Promise<string | null> {
    const values = [this.brand.id, customer.phoneNumber, line.orderDate, line.sku, line.orderId];
    return (await this.query<{ customer_id: string }>(findCustomer, values))[0]?.customer_id ?? null;
  }

  #ask<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.query<Row>(text, [this.brand.id, this.#shop, ...values]);
  }
}

/** null: the delivery does not say it, or its stock is rejected. */
function totalOf(stock: ImportRecord | null): number | null {
  const pieces = Number(stock?.on_hand ?? Number.NaN);
  return Number.isInteger(pieces) && Math.abs(pieces) < 2 ** 31 ? pieces : null;
}

function replacedBy({ isComplete, parentId, productId }: ProductChange) {
  return isComplete ? { column: 'product_id', id: parentId } : { column: 'variant_id', id: productId };
}
