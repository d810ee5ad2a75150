import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';
import { type Arm, armsSchema } from './arms.ts';
import { type CellOfCalls, type ExperimentResult, experimentResult } from './experiment-result.ts';

export interface ExperimentOnFile {
  id: string;
  name: string;
  arms: Arm[];
  startedAt: Date;
  /** null: it is in force. */
  stoppedAt: Date | null;
}

/** How long after a call an order counts for it. */
const windowDays = 7;
const columns = 'id, name, arms, started_at AS "startedAt", stopped_at AS "stoppedAt"';

export async function listExperiments(query: Query, brandId: string): Promise<ExperimentOnFile[]> {
  const rows = await query<ExperimentOnFile>(
    `SELECT ${columns} FROM experiments WHERE brand_id = $1::uuid ORDER BY started_at DESC`,
    [brandId],
  );
  return rows.map(read);
}

export async function findExperiment(query: Query, brandId: string, name: string): Promise<ExperimentOnFile | null> {
  const [row] = await query<ExperimentOnFile>(
    `SELECT ${columns} FROM experiments WHERE brand_id = $1::uuid AND name = $2`,
    [brandId, name],
  );
  return row === undefined ? null : read(row);
}

/** A brand has one experiment at a time. */
export async function findRunningExperiment(query: Query, brandId: string): Promise<ExperimentOnFile | null> {
  const [row] = await query<ExperimentOnFile>(
    `SELECT ${columns} FROM experiments WHERE brand_id = $1::uuid AND stopped_at IS NULL`,
    [brandId],
  );
  return row === undefined ? null : read(row);
}

/** `running` names the one in force; `taken`: there was one of this name. */
export async function startExperiment(
  query: Query,
  { brandId, name, arms }: { brandId: string; name: string; arms: readonly Arm[] },
): Promise<ExperimentOnFile | { running: string } | 'taken'> {
  // Two that are started at once are told of each other. Events do not lock the row of the brand.
  await query('SELECT FROM brands WHERE id = $1::uuid FOR NO KEY UPDATE', [brandId]);
  const running = await findRunningExperiment(query, brandId);
  if (running !== null && running.name !== name) return { running: running.name };
  if ((await findExperiment(query, brandId, name)) !== null) return 'taken';
  const [row] = await query<ExperimentOnFile>(
    `INSERT INTO experiments (id, brand_id, name, arms) VALUES ($1::uuid, $2::uuid, $3, $4::jsonb) RETURNING ${columns}`,
    [randomUUID(), brandId, name, JSON.stringify(arms)],
  );
  return read(row as ExperimentOnFile);
}

/** null: there is none of this name in force. */
export async function stopExperiment(query: Query, brandId: string, name: string): Promise<ExperimentOnFile | null> {
  const [row] = await query<ExperimentOnFile>(
    `UPDATE experiments SET stopped_at = now() WHERE brand_id = $1::uuid AND name = $2 AND stopped_at IS NULL RETURNING ${columns}`,
    [brandId, name],
  );
  return row === undefined ? null : read(row);
}

function read(row: ExperimentOnFile): ExperimentOnFile {
  return { ...row, arms: armsSchema.parse(row.arms) };
}

// One exposure a call, however often offers were asked for, as the first answer says; without a call (an IVR), one a recommendation. An order
// line counts for the last call of its caller in the days before it: of the customer with the code, else of all with the number. The desk
// records a sale at once and the shop's own order of it follows, also after the next call: of both, the larger amount of a caller's product
// counts, and the larger part of it that was returned. Retention keeps calls with a later purchase longer than others: no call that is due for
// it counts.
const selectCells = `
  WITH exposures AS (
    SELECT DISTINCT ON (coalesce(o.call_id, r.id)) coalesce(o.call_id, r.id) AS exposure, r.experiment_arm AS arm,
           r.experiment_caller AS caller, o.user_id::text AS rep, r.created_at AS at,
           CASE WHEN r.phone ~ '^[0-9]{10}$' THEN '+1' || r.phone ELSE r.phone END AS phone, r.customer_id AS code
      FROM recommendations r
      JOIN brands b ON b.id = r.brand_id
      LEFT JOIN call_offers o ON o.recommendation_id = r.id AND o.brand_id = r.brand_id
     WHERE r.experiment_id = $2::uuid AND r.brand_id = $1::uuid
       AND (b.retention_days IS NULL OR r.created_at >= clock_timestamp() - b.retention_days * interval '1 day')
       AND NOT EXISTS (SELECT FROM call_events t WHERE t.brand_id = $1::uuid AND t.call_id = o.call_id AND t.is_test)
     ORDER BY coalesce(o.call_id, r.id), r.created_at, r.id
  ), people AS (
    SELECT e.*, (e.at AT TIME ZONE b.time_zone)::date AS day,
           lead((e.at AT TIME ZONE b.time_zone)::date) OVER (PARTITION BY e.caller ORDER BY e.at, e.exposure) AS next_day
      FROM exposures e JOIN brands b ON b.id = $1::uuid
  ), ordered AS (
    SELECT p.exposure, l.sku, l.qty * coalesce(l.unit_price, i.web_price, 0) AS ordered, l.returned_at
      FROM people p
      JOIN customers c ON c.brand_id = $1::uuid AND (c.phone_number = p.phone OR c.customer_id = p.code)
      JOIN order_lines l ON l.customer_id = c.id
           AND l.order_date >= p.day AND l.order_date <= p.day + ${windowDays}
           AND (p.next_day IS NULL OR l.order_date < p.next_day)
      LEFT JOIN catalog_items i ON i.brand_id = $1::uuid AND i.sku = l.sku
     WHERE c.customer_id = p.code
        OR NOT EXISTS (SELECT FROM customers k WHERE k.brand_id = $1::uuid AND k.customer_id = p.code)
  ), confirmed AS (
    SELECT coalesce(o.call_id, r.id) AS exposure, s.id, s.assumed_skus
      FROM recommendations r
      JOIN brands b ON b.id = r.brand_id
      LEFT JOIN call_offers o ON o.recommendation_id = r.id AND o.brand_id = r.brand_id
      JOIN purchases s ON s.recommendation_id = r.id AND s.voided_at IS NULL
           AND (s.created_at AT TIME ZONE b.time_zone)::date <= (r.created_at AT TIME ZONE b.time_zone)::date + ${windowDays}
     WHERE r.experiment_id = $2::uuid AND r.brand_id = $1::uuid
  ), sold AS (
    SELECT exposure, l.sku, l.returned_at,
           CASE WHEN l.unit_price IS NULL THEN l.qty * coalesce(i.web_price, 0)
                ELSE l.qty * l.unit_price - coalesce(l.discount_amt, 0) END AS sold
      FROM confirmed JOIN purchase_lines l ON l.purchase_id = confirmed.id
      LEFT JOIN catalog_items i ON i.brand_id = $1::uuid AND i.sku = l.sku
     UNION ALL
    SELECT exposure, assumed.sku, NULL, coalesce(i.web_price, 0)
      FROM confirmed CROSS JOIN unnest(assumed_skus) AS assumed (sku)
      LEFT JOIN catalog_items i ON i.brand_id = $1::uuid AND i.sku = assumed.sku
  ), lines AS (
    SELECT exposure, sku, ordered, 0 AS sold, returned_at FROM ordered
     UNION ALL
    SELECT exposure, sku, 0, sold, returned_at FROM sold
  ), earned AS (
    SELECT (array_agg(exposure ORDER BY l.sold DESC, p.at))[1] AS exposure,
           greatest(sum(ordered), sum(sold)) - greatest(
             coalesce(sum(ordered) FILTER (WHERE returned_at IS NOT NULL), 0),
             coalesce(sum(sold) FILTER (WHERE returned_at IS NOT NULL), 0)) AS value
      FROM lines l JOIN people p USING (exposure)
     GROUP BY p.caller, l.sku
  ), revenue AS (
    SELECT exposure, sum(value) AS value FROM earned GROUP BY 1
  )
  SELECT arm, caller, rep, count(*)::int AS calls, coalesce(sum(revenue.value), 0)::float8 AS revenue
    FROM people LEFT JOIN revenue USING (exposure)
   GROUP BY 1, 2, 3`;

export async function readExperimentResult(
  query: Query,
  brandId: string,
  { id, arms }: Pick<ExperimentOnFile, 'id' | 'arms'>,
): Promise<ExperimentResult> {
  return experimentResult(arms, await query<CellOfCalls>(selectCells, [brandId, id]));
}
