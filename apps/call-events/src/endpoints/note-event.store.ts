import { randomUUID } from 'node:crypto';
import type { Query } from '@callside/database';
import { insertDeliveries } from './outbox.sql.ts';

/** Something that endpoints of the brand may have asked for. */
interface NotedEvent {
  brandId: string;
  event: 'sale.recorded' | 'offer.declined' | 'customer.objected' | 'pause.unconfirmed';
  callId: string;
  /** The rep. */
  userId: string;
  /** Of a sale or a decline: the id of the outcome. Of an objection: `true` or `false`. Of a pause: its recording sequence. */
  subject: string;
  /** Notes with the same key are one event; absent: each is an event of its own. */
  key?: string;
  /** When it was, if that was before now: newer endpoints do not get it. */
  at?: Date;
}

const noteOne = insertDeliveries(`
  (SELECT $1::uuid AS brand_id, $2::text AS event, $3::text AS key, $4::uuid AS call_id, $5::uuid AS user_id, $6::text AS subject,
          $7::timestamptz AS at)`);

/** Notes an event for the endpoints of its brand. `query`: in the transaction that makes it true. */
export async function noteEvent(
  query: Query,
  { brandId, event, callId, userId, subject, key, at }: NotedEvent,
): Promise<void> {
  await query(noteOne, [brandId, event, key ?? randomUUID(), callId, userId, subject, at ?? null]);
}
