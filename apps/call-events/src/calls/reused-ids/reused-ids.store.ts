import { type Pool, plainArray } from '@callside/database';
import { createNaturalBatcher } from '@callside/service-kit';
import type { NewCallEvent } from '../rules/call-event.ts';
import type { Difference } from '../rules/reused-event-id.ts';

/** An event that came with the id of another one. */
export interface ReusedId {
  /** The event on file with the id. */
  firstId: string;
  event: NewCallEvent['event'];
  differs: Difference;
  apiKeyId: string | null;
}

/** Marks events whose id was used again. $1 ids, $2 events, each pair once, $3 differences, $4 key ids. */
const markReused = `
  INSERT INTO reused_event_ids (call_event_id, event, brand_id, differs, api_key_id, received_at)
  SELECT r.id, r.event, e.brand_id, r.differs, r.api_key_id, clock_timestamp()
    FROM unnest($1::bigint[], $2::text[], $3::text[], $4::uuid[]) AS r (id, event, differs, api_key_id)
    JOIN call_events e ON e.id = r.id
   ORDER BY r.id, r.event
  ON CONFLICT (call_event_id, event) DO UPDATE
     SET differs = excluded.differs, api_key_id = excluded.api_key_id, received_at = excluded.received_at`;

const greatestBatch = 500;
const mostWaiting = 1_000;
const longestWaitMs = 1_000;

/** Uses one connection of the pool at a time, however many ids a dialler uses again. */
export function createReusedIdStore({ pool }: { pool: Pool }): (reused: ReusedId) => Promise<void> {
  return createNaturalBatcher({
    run: async (reused: ReusedId[]) => {
      const last = [...new Map(reused.map((each) => [`${each.firstId} ${each.event}`, each])).values()];
      const values = [
        plainArray(last.map(({ firstId }) => firstId)),
        plainArray(last.map(({ event }) => event)),
        plainArray(last.map(({ differs }) => differs)),
        plainArray(last.map(({ apiKeyId }) => apiKeyId)),
      ];
      await pool.query({ name: 'mark-reused', text: markReused, values });
      return reused.map(() => undefined);
    },
    maxItems: greatestBatch,
    maxQueued: mostWaiting,
    maxWaitMs: longestWaitMs,
  });
}
