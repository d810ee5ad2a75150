import type { Database } from '@callside/database';

/** An event that came with the id of another one, so that it was taken for a duplicate. */
export interface ReusedId {
  event: string;
  /** The event on file with that id. */
  first: string;
  /** What tells them apart. */
  differs: 'event' | 'agent' | 'time';
  receivedAt: Date;
}

/** What a key sent with ids that it had used, the last one of each kind for each id. */
export function readReusedIds({ prisma }: Database, apiKeyId: string): Promise<ReusedId[]> {
  return prisma.$queryRaw<ReusedId[]>`
    SELECT r.event, e.event AS first, r.differs, r.received_at AS "receivedAt"
      FROM reused_event_ids r JOIN call_events e ON e.id = r.call_event_id
     WHERE r.api_key_id = ${apiKeyId}::uuid
     ORDER BY r.received_at, e.id, r.event`;
}
