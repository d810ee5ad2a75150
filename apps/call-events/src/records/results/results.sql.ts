// $1 the brand, $2 and $3 the range of instants, $4 the brand's time zone, $5 a team or null. The recommender owns recommendations and
// purchases; only it writes them.

import type { ResultGroup } from '@callside/schemas';

/** The range of days as instants. */
export const selectRange = `
  SELECT $1::date::timestamp AT TIME ZONE $3 AS start, $2::date::timestamp AT TIME ZONE $3 AS "end"`;

/** A cast is several times faster than to_char. */
const dayOf = (column: string) => `(${column} AT TIME ZONE $4)::date::text`;
/** All rows have the same types of parameters, also those that a statement does not need. */
const withZone = 'WHERE $4::text IS NOT NULL AND';
/** Of the reps of the team. Without a team the planner drops it. */
const inTeam = (condition: string) => `AND ($5::text IS NULL OR ${condition})`;
const repInTeam = (userId: string) => `${userId} IN (SELECT id FROM users WHERE brand_id = $1 AND team = $5)`;
const ofTeam = inTeam(repInTeam('user_id'));

/** Whether calls of the test panel and of `callside simulate` count. */
export type Tests = 'left_out' | 'included';

/** The starts of test calls, in call_events_test_calls_idx. */
const isTestStart = `brand_id = $1 AND is_test AND event = 'call-started' AND call_id IS NOT NULL`;

const unless = (tests: Tests, isOfTest: string) => (tests === 'included' ? '' : `AND NOT EXISTS (${isOfTest})`);

/** The test calls of the range. */
export const selectTestCalls = `
  SELECT count(*)::int AS calls FROM call_events
   ${withZone} ${isTestStart} AND received_at >= $2 AND received_at < $3 ${ofTeam}`;

const callKeys = { day: dayOf('started_at'), rep: 'user_id::text', none: 'NULL::text' } as const;

export function selectCalls(key: keyof typeof callKeys, tests: Tests): string {
  return `
  SELECT ${callKeys[key]} AS key, count(*)::int AS calls
    FROM calls ${withZone} brand_id = $1 AND started_at >= $2 AND started_at < $3 ${ofTeam}
     ${unless(tests, `SELECT FROM call_events WHERE ${isTestStart} AND call_id = calls.id`)}
   GROUP BY 1`;
}

/** Exact below a second, then to 10 ms. Few different values, so that all receipts need no sorting. */
const bucket = 'CASE WHEN ms < 1000 THEN greatest(ms, 0) ELSE ms / 10 * 10 END';
const timeKeys = {
  day: { key: dayOf('received_at'), bucket },
  /** To 10 ms: there are many reps. */
  rep: { key: 'user_id::text', bucket: 'greatest(ms, 0) / 10 * 10' },
  none: { key: 'NULL::text', bucket },
} as const;

/** Of the events that opened a call. */
export function selectTimes(by: keyof typeof timeKeys, tests: Tests): string {
  const { key, bucket } = timeKeys[by];
  return `
  SELECT key, ${bucket} AS ms, count(*)::int AS count
    FROM (SELECT ${key} AS key, least(extract(epoch FROM painted_at - received_at) * 1000, 600000)::int AS ms
            FROM event_receipts
           ${withZone} brand_id = $1 AND received_at >= $2 AND received_at < $3 AND opened_call ${ofTeam}
             ${unless(tests, `SELECT FROM call_events WHERE ${isTestStart} AND id = call_event_id`)}) AS receipts
   GROUP BY 1, 2`;
}

/** An answer of the recommender and the row of call_offers for it may be in different milliseconds of the range. */
const margin = `interval '1 hour'`;

const offersOfTests = `
  SELECT FROM call_offers o JOIN call_events t ON t.call_id = o.call_id
   WHERE o.recommendation_id = recommendations.id AND o.brand_id = $1 AND o.status = 'ready'
         AND o.asked_at >= $2::timestamptz - ${margin} AND o.asked_at < $3::timestamptz + ${margin}
         AND t.brand_id = $1 AND t.is_test AND t.event = 'call-started'`;

const offersOfTeam = `EXISTS (
  SELECT FROM call_offers o WHERE o.recommendation_id = recommendations.id AND o.brand_id = $1 AND ${repInTeam('o.user_id')})`;

/** Recommendations that offered something, the page that showed them, and their outcomes. */
const withOffers = (tests: Tests) => `
  WITH made AS (
    SELECT id, created_at, artifact_version, offered_skus, rules_applied, cardinality(offered_skus) AS items
      FROM recommendations
     ${withZone} brand_id = $1 AND created_at >= $2 AND created_at < $3 AND cardinality(offered_skus) > 0
           ${unless(tests, offersOfTests)}
           ${inTeam(offersOfTeam)}
  ), asked AS (
    SELECT recommendation_id AS id, call_id, user_id, sequence
      FROM call_offers
     WHERE brand_id = $1 AND asked_at >= $2::timestamptz - ${margin} AND asked_at < $3::timestamptz + ${margin}
       AND recommendation_id IS NOT NULL AND status = 'ready'
  ), latest AS (
    SELECT call_id, max(sequence) AS sequence FROM asked GROUP BY 1
  ), shown AS (
    SELECT asked.id, call_id, user_id, asked.sequence < latest.sequence AS replaced FROM asked JOIN latest USING (call_id)
  ), confirmed AS (
    SELECT id, recommendation_id, matched_skus, assumed_skus, converted, attributed_revenue
      FROM purchases WHERE brand_id = $1 AND created_at >= $2 AND voided_at IS NULL
  ), bought AS (
    SELECT recommendation_id AS id, bool_or(converted) AS converted, sum(attributed_revenue) AS revenue
      FROM confirmed GROUP BY 1
  ), returned AS (
    SELECT l.recommendation_id AS id, l.sku,
           sum(CASE WHEN l.unit_price IS NULL THEN l.qty * coalesce(i.web_price, 0)
                    ELSE l.qty * l.unit_price - coalesce(l.discount_amt, 0) END) AS value
      FROM purchase_lines l LEFT JOIN catalog_items i ON i.brand_id = l.brand_id AND i.sku = l.sku
     WHERE l.brand_id = $1 AND l.created_at >= $2 AND l.matched AND l.returned_at IS NOT NULL
       AND EXISTS (SELECT FROM confirmed WHERE confirmed.id = l.purchase_id) GROUP BY 1, 2
  ), sold AS (
    SELECT DISTINCT recommendation_id AS id, sku FROM confirmed CROSS JOIN unnest(matched_skus) AS sku
  ), declined AS (
    SELECT recommendation_id AS id, sku FROM offer_outcomes
     WHERE brand_id = $1 AND created_at >= $2 AND voided_at IS NULL GROUP BY 1, 2 HAVING bool_and(outcome = 'declined')
    EXCEPT SELECT id, sku FROM sold
  )`;

/** Why an offer was declined the last time, unless it was bought. */
const reasons = `, reasons AS (
    SELECT id, reason, count(*) AS count FROM (
      SELECT DISTINCT ON (recommendation_id, sku) recommendation_id AS id, sku, nullif(btrim(reason), '') AS reason
        FROM offer_outcomes WHERE brand_id = $1 AND created_at >= $2 AND outcome = 'declined' AND voided_at IS NULL
       ORDER BY recommendation_id, sku, created_at DESC
    ) AS latest JOIN declined USING (id, sku) GROUP BY 1, 2
  )`;

/** With rules and reasons, a recommendation may have several keys. */
const offerKeys = {
  day: { key: dayOf('made.created_at'), with: '', join: '', declined: 'refusals.count' },
  rep: { key: 'shown.user_id::text', with: '', join: '', declined: 'refusals.count' },
  model: { key: 'made.artifact_version', with: '', join: '', declined: 'refusals.count' },
  rule: {
    key: 'rules.name',
    with: '',
    join: 'LEFT JOIN LATERAL unnest(made.rules_applied) AS rules (name) ON true',
    declined: 'refusals.count',
  },
  decline_reason: {
    key: 'reasons.reason',
    with: reasons,
    join: 'JOIN reasons ON reasons.id = made.id',
    declined: 'reasons.count',
  },
  none: { key: 'NULL::text', with: '', join: '', declined: 'refusals.count' },
} as const;

/**
 * The returned amount is limited to the bought amount: a list price may have risen since. `bought` and `back` are columns of
 * amounts, null for none.
 */
const revenueColumns = (bought: string, back: string) => {
  const returned = `greatest(0, least(coalesce(${back}, 0), coalesce(${bought}, 0)))`;
  const sum = (amount: string) => `trim_scale(round(coalesce(sum(${amount}), 0), 6))::text`;
  return `${sum(bought)} AS "grossRevenue", ${sum(returned)} AS "returnedRevenue",
         ${sum(`coalesce(${bought}, 0) - ${returned}`)} AS revenue`;
};

/** The figures of each key, and the totals in the row with `isTotal`: one pass over the offers computes both. */
export function selectOffers(by: keyof typeof offerKeys, tests: Tests): string {
  const { key, with: before, join, declined } = offerKeys[by];
  return `${withOffers(tests)}${before}, offers AS (
    SELECT ${key} AS key, items, shown.id AS shown, sales.count AS sold, ${declined} AS declined,
           bought.converted OR shown.replaced IS NOT TRUE AS counted, bought.converted, bought.revenue, back.value AS back
      FROM made
      LEFT JOIN shown ON shown.id = made.id
      LEFT JOIN bought ON bought.id = made.id
      LEFT JOIN (SELECT id, sum(value) AS value FROM returned GROUP BY 1) AS back ON back.id = made.id
      LEFT JOIN (SELECT id, count(*) AS count FROM sold GROUP BY 1) AS sales ON sales.id = made.id
      LEFT JOIN (SELECT id, count(*) AS count FROM declined GROUP BY 1) AS refusals ON refusals.id = made.id
      ${join}
  )
  SELECT key, grouping(key) = 1 AS "isTotal",
         count(*)::int AS recommendations,
         coalesce(sum(items), 0)::int AS items,
         count(shown)::int AS "shownRecommendations",
         coalesce(sum(items) FILTER (WHERE shown IS NOT NULL), 0)::int AS "shownItems",
         coalesce(sum(sold), 0)::int AS sold,
         coalesce(sum(declined), 0)::int AS declined,
         count(*) FILTER (WHERE counted)::int AS counted,
         count(*) FILTER (WHERE converted)::int AS converted,
         ${revenueColumns('revenue', 'back')}
    FROM offers GROUP BY GROUPING SETS ((key), ())`;
}

/** Calls on which offers of a model were shown. */
const selectCallsByModel = (tests: Tests) => `${withOffers(tests)}
  SELECT artifact_version AS key, count(*)::int AS calls
    FROM (SELECT DISTINCT made.artifact_version, shown.call_id FROM made JOIN shown ON shown.id = made.id) AS calls
   GROUP BY 1`;

/** What a row is, of an offered product `o` at its rank, which the catalogue may have as `i`. */
const itemKeys = { article_type: 'i.article_type', product: 'o.sku', rank: 'o.rank::text' } as const;

/**
 * By the article type that the product has now, by product, or by rank. Revenue of a purchase that no line gives a price is divided
 * among the products without a price, by their list prices.
 */
const selectOffersByItem = (by: keyof typeof itemKeys, tests: Tests) => `${withOffers(tests)}, products AS (
    SELECT made.id, o.sku, ${itemKeys[by]} AS key, i.web_price
      FROM made CROSS JOIN unnest(made.offered_skus) WITH ORDINALITY AS o (sku, rank)
      LEFT JOIN catalog_items i ON i.brand_id = $1 AND i.sku = o.sku
  ), offered AS (
    SELECT id, key, count(*) AS items FROM products GROUP BY 1, 2
  ), sales AS (
    SELECT id, key, count(*) AS count FROM sold JOIN products USING (id, sku) GROUP BY 1, 2
  ), refusals AS (
    SELECT id, key, count(*) AS count FROM declined JOIN products USING (id, sku) GROUP BY 1, 2
  ), priced AS (
    SELECT l.purchase_id, l.sku,
           sum(l.qty * l.unit_price - coalesce(l.discount_amt, 0)) FILTER (WHERE l.unit_price IS NOT NULL) AS revenue,
           coalesce(sum(l.qty) FILTER (WHERE l.unit_price IS NULL), 0) AS open
      FROM purchase_lines l JOIN confirmed ON confirmed.id = l.purchase_id WHERE l.matched GROUP BY 1, 2
  ), parts AS (
    SELECT confirmed.id AS purchase_id, confirmed.recommendation_id AS id, offer.key,
           coalesce(priced.revenue, 0) AS revenue, counted.open, counted.open * coalesce(offer.web_price, 0) AS weight,
           confirmed.attributed_revenue
      FROM confirmed CROSS JOIN unnest(confirmed.matched_skus) AS matched (sku)
      LEFT JOIN products offer ON offer.id = confirmed.recommendation_id AND offer.sku = matched.sku
      LEFT JOIN priced ON priced.purchase_id = confirmed.id AND priced.sku = matched.sku
      CROSS JOIN LATERAL (SELECT CASE WHEN priced.sku IS NOT NULL THEN priced.open
                                      WHEN matched.sku = ANY (confirmed.assumed_skus) THEN 1
                                      ELSE 0 END AS open) AS counted
  ), shares AS (
    SELECT id, key, revenue, open, weight,
           attributed_revenue - sum(revenue) OVER whole AS rest,
           sum(weight) OVER whole AS weights, sum(open) OVER whole AS opens, count(*) OVER whole AS products
      FROM parts WINDOW whole AS (PARTITION BY purchase_id)
  ), revenues AS (
    SELECT id, key, sum(revenue + CASE WHEN rest = 0 THEN 0
                                       WHEN weights > 0 THEN rest * weight / weights
                                       WHEN opens > 0 THEN rest * open / opens
                                       ELSE rest / products END) AS revenue
      FROM shares GROUP BY 1, 2
  ), backs AS (
    SELECT id, key, sum(value) AS value FROM returned JOIN products USING (id, sku) GROUP BY 1, 2
  )
  SELECT offered.key, false AS "isTotal",
         count(*)::int AS recommendations,
         sum(items)::int AS items,
         count(shown.id)::int AS "shownRecommendations",
         coalesce(sum(items) FILTER (WHERE shown.id IS NOT NULL), 0)::int AS "shownItems",
         coalesce(sum(sales.count), 0)::int AS sold,
         coalesce(sum(refusals.count), 0)::int AS declined,
         count(*) FILTER (WHERE sales.id IS NOT NULL OR shown.replaced IS NOT TRUE)::int AS counted,
         count(sales.id)::int AS converted,
         ${revenueColumns('revenues.revenue', 'backs.value')}
    FROM offered
    LEFT JOIN shown ON shown.id = offered.id
    LEFT JOIN sales ON sales.id = offered.id AND sales.key IS NOT DISTINCT FROM offered.key
    LEFT JOIN refusals ON refusals.id = offered.id AND refusals.key IS NOT DISTINCT FROM offered.key
    LEFT JOIN revenues ON revenues.id = offered.id AND revenues.key IS NOT DISTINCT FROM offered.key
    LEFT JOIN backs ON backs.id = offered.id AND backs.key IS NOT DISTINCT FROM offered.key
   GROUP BY 1`;

/** Titles of SKUs, as names of their keys. */
export const selectTitles = `SELECT sku AS id, title AS name FROM catalog_items WHERE brand_id = $1 AND sku = ANY ($2::text[])`;

export const selectRepNames = `SELECT id::text AS id, name FROM users WHERE brand_id = $1 AND id = ANY ($2::uuid[])`;

interface KeyedStatements {
  calls: string | null;
  times: string | null;
  offers: string;
}

/** The statements of a group; those of the totals are in the store. */
export function keyedStatements(by: ResultGroup, tests: Tests): KeyedStatements {
  if (by === 'day' || by === 'rep') {
    return { calls: selectCalls(by, tests), times: selectTimes(by, tests), offers: selectOffers(by, tests) };
  }
  if (by === 'model') return { calls: selectCallsByModel(tests), times: null, offers: selectOffers(by, tests) };
  const offers = by === 'rule' || by === 'decline_reason' ? selectOffers(by, tests) : selectOffersByItem(by, tests);
  return { calls: null, times: null, offers };
}
