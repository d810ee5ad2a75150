// The statements of ShopMemory. $1 is the brand and $2 the shop, except in findLines and selectLevels.

export const insertDelivery = `
  INSERT INTO shop_deliveries AS known (brand_id, shop, delivery_id, content_sha256) VALUES ($1, $2, $3, $4)
  ON CONFLICT (brand_id, shop, delivery_id) DO UPDATE SET content_sha256 = excluded.content_sha256, received_at = now()
  WHERE known.content_sha256 IS DISTINCT FROM excluded.content_sha256
  RETURNING delivery_id`;

// The shop's clock has whole seconds: the later of two deliveries in one second counts. A change that is not newer than the deletion of
// its product, or of the product of a variation, is older than that deletion.
export const upsertProduct = `
  INSERT INTO shop_products AS known
    (brand_id, shop, product_id, changed_at, inherited, clock_ahead_seconds, hides_variations)
  SELECT $1, $2, $3, $4::timestamptz, coalesce($5::jsonb, '{}'),
    greatest(0, least(86400, ceil(extract(epoch FROM $4::timestamptz - clock_timestamp()))))::int, $8::boolean
  WHERE NOT EXISTS (
    SELECT FROM shop_products AS parent
    WHERE parent.brand_id = $1 AND parent.shop = $2 AND parent.product_id = $6 AND parent.product_id <> $3
      AND parent.deleted_at >= $4 AND NOT $7::boolean)
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET changed_at = excluded.changed_at, deleted_at = NULL,
    inherited = known.inherited || excluded.inherited, clock_ahead_seconds = excluded.clock_ahead_seconds,
    hides_variations = excluded.hides_variations
  WHERE known.changed_at <= excluded.changed_at
    AND ($7::boolean OR known.deleted_at IS NULL OR known.deleted_at < excluded.changed_at)
  RETURNING product_id`;

export const selectParent = `
  SELECT inherited, hides_variations AS "hidesVariations"
  FROM shop_products WHERE brand_id = $1 AND shop = $2 AND product_id = $3`;

export const deleteAtTime = `
  INSERT INTO shop_products AS known (brand_id, shop, product_id, changed_at, deleted_at) VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET changed_at = excluded.changed_at, deleted_at = excluded.deleted_at
  WHERE known.changed_at <= excluded.changed_at
  RETURNING product_id`;

// A restored product is compared with the last change by the shop's clock, so that one stays.
export const deleteNow = `
  INSERT INTO shop_products AS known (brand_id, shop, product_id, changed_at, deleted_at)
  VALUES ($1, $2, $3, to_timestamp(0), clock_timestamp())
  ON CONFLICT (brand_id, shop, product_id) DO UPDATE SET deleted_at = greatest(known.changed_at,
    known.deleted_at, excluded.deleted_at + make_interval(secs => coalesce(known.clock_ahead_seconds, 0)))
  RETURNING product_id`;

export const upsertVariants = `
  INSERT INTO shop_variants AS known (brand_id, shop, product_id, total_at, variant_id, sku, inventory_item_id, total, offer)
  SELECT $1, $2, $3, CASE WHEN total IS NOT NULL THEN $4::timestamptz END, given.*
  FROM unnest($5::text[], $6::text[], $7::text[], $8::int[], $9::jsonb[])
    AS given (variant_id, sku, inventory_item_id, total, offer)
  ON CONFLICT (brand_id, shop, variant_id) DO UPDATE SET product_id = excluded.product_id, sku = excluded.sku,
    inventory_item_id = excluded.inventory_item_id, total = coalesce(excluded.total, known.total),
    total_at = coalesce(excluded.total_at, known.total_at), offer = excluded.offer`;

// The newest offer of each SKU counts, of this shop before that of another. A variation is not offered while its product hides it.
export const selectOffers = `
  SELECT DISTINCT ON (variant.sku) variant.sku, variant.inventory_item_id AS "inventoryItemId", variant.total, variant.offer,
    CASE WHEN variant.variant_id <> variant.product_id THEN product.inherited END AS inherited
  FROM shops
  JOIN shop_variants AS variant ON variant.brand_id = shops.brand_id AND variant.shop = shops.shop AND variant.sku = ANY ($3::text[])
  LEFT JOIN shop_products AS product ON product.brand_id = variant.brand_id AND product.shop = variant.shop
    AND product.product_id = variant.product_id
  WHERE shops.brand_id = $1 AND variant.offer IS NOT NULL AND product.hides_variations IS NOT TRUE
  ORDER BY variant.sku, variant.shop <> $2, product.changed_at DESC NULLS LAST, variant.variant_id`;

export const countLevels = `
  UPDATE shop_levels SET in_total = available
  WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = ANY ($3::text[]) AND changed_at <= $4
    AND in_total IS DISTINCT FROM available`;

// A level that is older than the total is a part of it. One of the same second came after it.
export const upsertLevel = `
  INSERT INTO shop_levels AS known (brand_id, shop, inventory_item_id, location_id, available, changed_at, in_total)
  SELECT $1, $2, $3, $4, $5::int, $6::timestamptz, CASE WHEN $6 < max(total_at) THEN $5 END
  FROM shop_variants WHERE brand_id = $1 AND shop = $2 AND inventory_item_id = $3
  ON CONFLICT (brand_id, shop, inventory_item_id, location_id) DO UPDATE SET available = excluded.available,
    changed_at = excluded.changed_at, in_total = coalesce(excluded.in_total, known.in_total)
  WHERE known.changed_at <= excluded.changed_at
  RETURNING location_id`;

/** Only Shopify has items. */
export const selectLevels = `
  SELECT inventory_item_id, available, in_total AS "inTotal"
  FROM shop_levels WHERE brand_id = $1 AND shop = 'shopify' AND inventory_item_id = ANY ($2::text[])`;

export const upsertOrder = `
  INSERT INTO shop_orders AS known (brand_id, shop, order_id, changed_at, customer_id, order_number, order_date)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (brand_id, shop, order_id) DO UPDATE SET changed_at = excluded.changed_at,
    customer_id = coalesce(excluded.customer_id, known.customer_id),
    order_number = coalesce(excluded.order_number, known.order_number),
    order_date = coalesce(excluded.order_date, known.order_date)`;

// The shop's clock has whole seconds. A delivery of the order and other refunds may have the same second, so it stays free.
export const noteRefund = `
  UPDATE shop_orders SET changed_at = greatest(changed_at, $4::timestamptz - interval '1 millisecond')
  WHERE brand_id = $1 AND shop = $2 AND order_id = $3 AND changed_at < $4::timestamptz
  RETURNING order_id`;

export const findLines = `
  SELECT line.customer_id AS customer, line.order_id AS "orderId", line.order_date::text AS "orderDate"
    FROM customers JOIN order_lines AS line ON line.customer_id = customers.id
    AND line.order_date = $3::date AND line.order_id = $4
  WHERE customers.brand_id = $1 AND customers.phone_number = $2 ORDER BY line.id DESC LIMIT 1`;

export const selectOrder = `
  SELECT customer_id AS customer, order_number AS "orderId", order_date::text AS "orderDate" FROM shop_orders
  WHERE brand_id = $1 AND shop = $2 AND order_id = $3 AND customer_id IS NOT NULL`;
