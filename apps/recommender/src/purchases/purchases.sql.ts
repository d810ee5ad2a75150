/** Locks a recommendation and returns its offers. $1 id, $2 brand. */
export const lockRecommendation = `
  SELECT offered_skus, offers FROM recommendations WHERE id = $1 AND brand_id = $2 FOR NO KEY UPDATE`;

/** The stored lines among those of a confirmation, each with its sale. $1 brand, $2 digests, $3 recommendation. */
export const findLines = `
  SELECT encode(l.order_line_id_sha256, 'hex') AS line_key, l.purchase_id, l.sku, l.qty::text AS qty,
         l.unit_price::text AS unit_price, l.discount_amt::text AS discount_amt,
         l.recommendation_id = $3 AS is_of_this_recommendation, p.phone, p.voided_at IS NOT NULL AS is_void
    FROM purchase_lines l JOIN purchases p ON p.id = l.purchase_id
   WHERE l.brand_id = $1 AND l.order_line_id_sha256 = ANY ($2::bytea[])`;

/** The purchases of a recommendation that are not void, oldest first. $1 id. */
export const findPurchases = `
  SELECT id, purchased_skus, assumed_skus FROM purchases
   WHERE recommendation_id = $1 AND voided_at IS NULL ORDER BY created_at, id`;

/** $1 brand, $2 digests, $3 quantities, $4 prices, $5 discounts. */
export const completeLines = `
  UPDATE purchase_lines
     SET qty = c.qty::numeric, unit_price = c.unit_price::numeric, discount_amt = c.discount_amt::numeric
    FROM unnest($2::bytea[], $3::text[], $4::text[], $5::text[]) AS c (sha256, qty, unit_price, discount_amt)
   WHERE brand_id = $1 AND order_line_id_sha256 = c.sha256`;

/** $1 purchases, $2 revenue of their completed lines, $3 by how much it exceeds the assumed revenue. */
export const completePurchases = `
  UPDATE purchases p
     SET matched_revenue = coalesce(p.matched_revenue, 0) + c.matched_revenue::numeric,
         attributed_revenue = p.attributed_revenue + c.attributed_revenue::numeric
    FROM unnest($1::uuid[], $2::text[], $3::text[]) AS c (purchase_id, matched_revenue, attributed_revenue)
   WHERE p.id = c.purchase_id`;

/** $1 purchase, $2 SKUs that have lines now, $3 their list prices. */
export const replaceListPrices = `
  UPDATE purchases
     SET attributed_revenue = attributed_revenue - $3::numeric,
         assumed_skus = ARRAY (SELECT sku FROM unnest(assumed_skus) AS sku WHERE sku <> ALL ($2::text[]))
   WHERE id = $1`;

/** Locks the recommendation of a purchase and returns its offers. $1 purchase, $2 brand. */
export const lockRecommendationOf = `
  SELECT r.id, r.offered_skus, r.offers FROM purchases p JOIN recommendations r ON r.id = p.recommendation_id
   WHERE p.id = $1 AND p.brand_id = $2 FOR NO KEY UPDATE OF r`;

/** A purchase and the others of its recommendation that are not void, oldest first. $1 recommendation, $2 purchase. */
export const findPurchaseAndOthers = `
  SELECT id, purchased_skus, matched_skus, assumed_skus, matched_revenue::text AS matched_revenue, voided_at,
         ARRAY (SELECT DISTINCT sku FROM purchase_lines l WHERE l.purchase_id = p.id) AS line_skus
    FROM purchases p WHERE recommendation_id = $1 AND (voided_at IS NULL OR id = $2) ORDER BY created_at, id`;

/** $1 purchase, $2 by whom, $3 why. */
export const voidPurchase = `
  UPDATE purchases SET voided_at = clock_timestamp(), voided_by = $2, void_reason = $3 WHERE id = $1 RETURNING voided_at`;

/** $1 purchase, $2 SKUs whose list prices count again, $3 their sum. */
export const restoreListPrices = `
  UPDATE purchases
     SET attributed_revenue = attributed_revenue + $3::numeric, assumed_skus = assumed_skus || $2::text[]
   WHERE id = $1`;

/**
 * $1 id, $2 brand, $3 recommendation, $4 phone, $5 SKUs, $6 matched, $7 converted, $8 matched revenue, $9 attributed, $10 SKUs that count
 * with a list price.
 */
export const insertPurchase = `
  INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
                         matched_revenue, attributed_revenue, assumed_skus, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, $10, clock_timestamp())`;

/**
 * Fails when another transaction has recorded one of the line ids: the unique key decides the race.
 * $1 purchase, $2 brand, $3 recommendation, $4 SKUs, $5 quantities, $6 prices, $7 discounts, $8 ids, $9 digests,
 * $10 matched.
 */
export const insertLines = `
  INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, unit_price, discount_amt,
                              order_line_id, order_line_id_sha256, matched, created_at)
  SELECT $1, $2, $3, sku, qty::numeric, unit_price::numeric, discount_amt::numeric, order_line_id, sha256, matched,
         clock_timestamp()
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[], $10::boolean[])
         WITH ORDINALITY
      AS l (sku, qty, unit_price, discount_amt, order_line_id, sha256, matched, ordinality)
   ORDER BY ordinality`;
