/** The offers of a recommendation, which is locked. $1 id, $2 brand. */
export const lockRecommendation = `
  SELECT offers FROM recommendations WHERE id = $1 AND brand_id = $2 FOR NO KEY UPDATE`;

/** Which of a confirmation's lines are on file, and in which purchase. $1 brand, $2 digests. */
export const findLines = `
  SELECT encode(order_line_id_sha256, 'hex') AS line_key, purchase_id
    FROM purchase_lines
   WHERE brand_id = $1 AND order_line_id_sha256 = ANY ($2::bytea[])`;

/** The purchases of a recommendation and those that hold such lines, oldest first. $1 id, $2 brand, $3 digests. */
export const findPurchases = `
  SELECT id, recommendation_id = $1 AS is_of_this_recommendation, purchased_skus, matched_skus, converted,
         matched_revenue::text AS matched_revenue
    FROM purchases
   WHERE id IN (
     SELECT id FROM purchases WHERE recommendation_id = $1
     UNION
     SELECT purchase_id FROM purchase_lines WHERE brand_id = $2 AND order_line_id_sha256 = ANY ($3::bytea[])
   )
   ORDER BY created_at, id`;

/** $1 id, $2 brand, $3 recommendation, $4 phone, $5 SKUs, $6 matched, $7 converted, $8 matched revenue, $9 attributed. */
export const insertPurchase = `
  INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
                         matched_revenue, attributed_revenue, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::numeric, $9::numeric, clock_timestamp())`;

/**
 * A line id that another transaction has recorded meanwhile fails the statement: the unique key decides the race.
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
      AS l (sku, qty, unit_price, discount_amt, order_line_id, sha256, matched, place)
   ORDER BY place`;
