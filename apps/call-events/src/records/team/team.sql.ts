import { companionColumns, joinPresentCompanions, repColumns } from '../../calls/index.ts';

const today = `(SELECT date_trunc('day', clock_timestamp() AT TIME ZONE time_zone) AT TIME ZONE time_zone FROM brands WHERE id = $1)`;

/**
 * The state of each active rep of the brand, and of others who are on a call or had offers today; at least one row, without a user
 * if there is nobody. A call's last sign of life is its newest event, or its start. $1 brand, $2 a team or null.
 */
export const selectTeam = `
  SELECT clock_timestamp() AS now, b.silent_minutes AS "silentMinutes", b.recording_by, m.*
    FROM brands b LEFT JOIN (
      SELECT u.id AS user_id, u.email, u.name, u.team, ${repColumns('r')}, ${companionColumns},
             coalesce((SELECT max(received_at) FROM call_events WHERE call_id = r.call_id AND event <> 'call-started'),
                      r.call_started_at) AS "lastSignAt",
             coalesce(shown.offers, 0) AS "offersShown", coalesce(sold.offers, 0) AS "offersSold"
        FROM users u
        LEFT JOIN rep_state r ON r.user_id = u.id
        ${joinPresentCompanions('u.id')}
        LEFT JOIN (
          SELECT user_id, sum(item_count)::int AS offers FROM call_offers
           WHERE brand_id = $1 AND asked_at >= ${today} AND recommendation_id IS NOT NULL AND status = 'ready' GROUP BY 1
        ) AS shown ON shown.user_id = u.id
        LEFT JOIN (
          SELECT user_id, count(*)::int AS offers FROM offer_outcomes
           WHERE brand_id = $1 AND created_at >= ${today} AND outcome = 'sold' AND voided_at IS NULL GROUP BY 1
        ) AS sold ON sold.user_id = u.id
       WHERE u.brand_id = $1 AND u.status = 'active' AND ($2::text IS NULL OR u.team = $2)
         AND (u.role = 'rep' OR r.call_id IS NOT NULL OR shown.offers > 0 OR sold.offers > 0)
    ) AS m ON true
   WHERE b.id = $1
   ORDER BY m.call_started_at, m.name, m.email`;
