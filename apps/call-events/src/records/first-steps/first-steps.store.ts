import type { Query } from '@callside/database';
import { callEventNames, simulatedAddress } from '@callside/schemas';
import { streamKey } from '../events/event-log.sql.ts';

export interface FirstStepsOnFile {
  products: number;
  hasSent: boolean;
  refusedRequests: number | null;
  refusedAt: Date | null;
  activeReps: number;
  signedInReps: number;
  companion: boolean;
  trainedAt: Date | null;
}

/** The first found event ends the search. */
const hasSent = [true, false]
  .flatMap((resolved) =>
    callEventNames.map(
      (event) => `EXISTS (
    SELECT FROM call_events
     WHERE ${streamKey('brand_id', 'event', 'agent_resolved')} = ${streamKey('$1::uuid', `'${event}'`, String(resolved))}
       AND brand_id = $1 AND event = '${event}' AND agent_resolved = ${resolved} AND NOT is_test)`,
    ),
  )
  .join(' OR ');

const isNotSimulated = `email NOT LIKE '${simulatedAddress('%')}'`;

/** $1 brand. The models belong to the recommender; that one was trained is known from the audit log. */
const selectFirstSteps = `
  SELECT (SELECT count(*)::int FROM catalog_items WHERE brand_id = $1 AND retired_at IS NULL) AS products,
         (${hasSent}) AS "hasSent",
         refused.requests::int AS "refusedRequests", refused.at AS "refusedAt",
         reps.active AS "activeReps", reps.signed_in AS "signedInReps",
         EXISTS (SELECT FROM companion_connections c JOIN users u ON u.id = c.user_id
                  WHERE u.brand_id = $1 AND u.${isNotSimulated})
           OR (SELECT recording_by <> 'companion' FROM brands WHERE id = $1) AS companion,
         (SELECT max(at) FROM audit_log WHERE brand_id = $1 AND action = 'model.train') AS "trainedAt"
    FROM (
      SELECT sum(requests) AS requests, max(last_seen_at) AS at
        FROM refused_keys WHERE brand_id = $1 AND feature = 'call-events'
    ) AS refused
   CROSS JOIN (
      SELECT count(*)::int AS active,
             count(*) FILTER (WHERE last_login_at IS NOT NULL)::int AS signed_in
        FROM users
       WHERE brand_id = $1 AND role = 'rep' AND status <> 'deactivated' AND ${isNotSimulated}
    ) AS reps`;

/** What is on file of the steps by which an organisation begins. */
export async function readFirstSteps(query: Query, brandId: string): Promise<FirstStepsOnFile> {
  const [steps] = await query<FirstStepsOnFile>(selectFirstSteps, [brandId]);
  if (steps === undefined) throw new Error('an aggregate has one row');
  return steps;
}
