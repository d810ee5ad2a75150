import type { ServiceUnderTest } from './service-under-test.ts';

type Database = Pick<ServiceUnderTest, 'query'>;

export interface EventRow {
  id: string;
  event: string;
  event_id: string | null;
  agent_email: string;
  user_id: string | null;
  call_id: string | null;
  phone_number: string | null;
  customer_id: string | null;
  /** The json column as text. */
  metadata: string;
  metadata_text: string | null;
  occurred_at: Date;
  received_at: Date;
  agent_resolved: boolean;
  call_active: boolean;
  api_key_id: string | null;
}

export interface CallRow {
  id: string;
  reference: string;
  brand_id: string;
  user_id: string;
  agent_email: string;
  phone_number: string;
  customer_id: string | null;
  started_at: Date;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface StateRow {
  version: number;
  call_id: string | null;
  call_reference: string | null;
  phone_number: string | null;
  customer_id: string | null;
  on_hold: boolean;
  recording_paused: boolean;
  recording_sequence: number;
}

/** The log of an address, oldest first. */
export function eventsOf({ query }: Database, { email }: { email: string }): Promise<EventRow[]> {
  return query<EventRow>(
    `SELECT id, event, event_id, agent_email, user_id, call_id, phone_number, customer_id, metadata::text AS metadata,
            metadata_text, occurred_at, received_at, agent_resolved, call_active, api_key_id
       FROM call_events WHERE agent_email = $1 ORDER BY id`,
    [email],
  );
}

/** The calls of a rep, oldest first. */
export function callsOf({ query }: Database, { id }: { id: string }): Promise<CallRow[]> {
  return query<CallRow>(
    `SELECT c.id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason
       FROM calls c JOIN (SELECT call_id, min(id) AS first FROM call_events GROUP BY call_id) e ON e.call_id = c.id
      WHERE user_id = $1 ORDER BY e.first`,
    [id],
  );
}

export async function stateOf({ query }: Database, { id }: { id: string }): Promise<StateRow> {
  const [row] = await query<StateRow>(
    `SELECT version::int, call_id, call_reference, phone_number, customer_id, on_hold, recording_paused,
            recording_sequence::float8 FROM rep_state WHERE user_id = $1`,
    [id],
  );
  if (row === undefined) throw new Error('the rep has no state yet');
  return row;
}

export async function countEvents({ query }: Database): Promise<number> {
  const [row] = await query<{ count: number }>('SELECT count(*)::int AS count FROM call_events');
  return row?.count ?? 0;
}
