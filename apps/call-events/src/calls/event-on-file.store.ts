import type { Query } from '@callside/database';
import { digestEventId } from './call-event-request.ts';

const findEvent = "SELECT FROM call_events WHERE brand_id = $1 AND event_id_sha256 = decode($2, 'hex')";

export async function isEventOnFile(query: Query, brandId: string, eventId: string): Promise<boolean> {
  return (await query(findEvent, [brandId, digestEventId(eventId)])).length > 0;
}
