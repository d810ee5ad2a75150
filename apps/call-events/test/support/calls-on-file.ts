import { randomUUID } from 'node:crypto';
import type { TestUser } from './organisations.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

type Database = Pick<ServiceUnderTest, 'query'>;

export interface CallFields {
  phoneNumber?: string;
  customerId?: string | null;
  startedAt?: Date;
  endedAt?: Date | null;
}

export interface FiledCall {
  /** The internal id. */
  id: string;
  reference: string;
  chatId: string;
}

/** Inserts an ended call of a rep with its chat, as the intake stores it. */
export async function addCall(
  { query }: Database,
  brand: { id: string },
  rep: TestUser,
  { phoneNumber = '+14155550134', customerId = null, startedAt = new Date(), endedAt = startedAt }: CallFields = {},
): Promise<FiledCall> {
  const call = { id: randomUUID(), reference: randomUUID(), chatId: randomUUID() };
  await query(
    `WITH call AS (
       INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $9::timestamptz IS NULL THEN NULL ELSE 'ended' END)
       RETURNING id, brand_id, started_at
     ) INSERT INTO chats (id, brand_id, call_id, created_at) SELECT $10, brand_id, id, started_at FROM call`,
    [call.id, call.reference, brand.id, rep.id, rep.email, phoneNumber, customerId, startedAt, endedAt, call.chatId],
  );
  return call;
}

/**
 * Inserts many ended calls, one second apart from `from` on; two of each pair start at the same instant. Every third has
 * a customer id; with `customerIdLength` all have one of that many characters.
 */
export async function addManyCalls(
  { query }: Database,
  brand: { id: string },
  rep: TestUser,
  { count, from, customerIdLength = 0 }: { count: number; from: Date; customerIdLength?: number },
): Promise<void> {
  await query(
    `WITH opened AS (
       INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, $3, '+1415' || lpad((n % 9000000)::text, 7, '0'),
              CASE WHEN $6::int > 0 THEN repeat('x', $6::int) WHEN n % 3 = 0 THEN lpad(n::text, 8, '0') END,
              $5::timestamptz + (n / 2) * interval '1 second', $5::timestamptz + (n / 2) * interval '1 second' + interval '90 s', 'ended'
         FROM generate_series(0, $4::int - 1) AS n
       RETURNING id, brand_id, started_at
     ) INSERT INTO chats (id, brand_id, call_id, created_at) SELECT gen_random_uuid(), brand_id, id, started_at FROM opened`,
    [brand.id, rep.id, rep.email, count, from, customerIdLength],
  );
}

export interface SessionFields {
  openedAt?: Date;
  finalizedAt?: Date | null;
  endedAt?: Date | null;
}

/** Inserts a session that no companion holds. Without `finalizedAt` it is like one from before leases existed. */
export async function addSession(
  { query }: Database,
  call: { id: string },
  { openedAt = new Date(), finalizedAt = null, endedAt = null }: SessionFields = {},
): Promise<string> {
  const id = randomUUID();
  await query(
    `INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, opened_at, finalized_at, ended_at)
     SELECT $1, brand_id, user_id, id, $3, $4, $5 FROM calls WHERE id = $2`,
    [id, call.id, openedAt, finalizedAt, endedAt],
  );
  return id;
}

export async function addChunk(
  { query }: Database,
  sessionId: string,
  { sequence, text }: { sequence: number; text: string },
): Promise<void> {
  await query(
    `INSERT INTO transcription_chunks (session_id, sequence, speaker, text, started_at, ended_at)
     VALUES ($1, $2, 'rep', $3, '2026-03-01T12:00:00Z', '2026-03-01T12:00:01.5Z')`,
    [sessionId, sequence, text],
  );
}
