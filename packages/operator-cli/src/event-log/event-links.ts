import type { Database } from '@callside/database';
import type { EventLinks, LoggedEntry } from './logged-entry.ts';

/** By the row of the event. */
export async function readEventLinks(
  { query }: Database,
  entries: readonly LoggedEntry[],
): Promise<ReadonlyMap<bigint, EventLinks>> {
  const rows = entries.filter(({ outcome }) => outcome === 'accepted').map(({ row }) => String(row));
  if (rows.length === 0) return new Map();
  const found = await query<EventLinks & { id: string }>(
    `SELECT e.id, c.reference AS "callReference",
            EXISTS (SELECT FROM reused_event_ids i WHERE i.call_event_id = e.id) AS "isReused"
       FROM call_events e LEFT JOIN calls c ON c.id = e.call_id
      WHERE e.id = ANY($1::bigint[])`,
    [rows],
  );
  return new Map(found.map(({ id, ...links }) => [BigInt(id), links]));
}
