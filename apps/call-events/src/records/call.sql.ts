import type { EndReason } from '@callside/schemas';
import type { CallOnFile, SessionOnFile } from '../calls/index.ts';

/** Columns of `calls c`, joined with `live`. */
export const callColumns = `
  c.reference, c.agent_email, c.phone_number, c.customer_id, c.picked_customer_id, c.picked_phone_number, c.started_at, c.ended_at, c.end_reason,
  coalesce(live.on_hold, false) AS on_hold, coalesce(live.recording_paused, false) AS recording_paused`;

/** The rep's state if this is their live call. */
export const joinLive = 'LEFT JOIN rep_state live ON live.user_id = c.user_id AND live.call_id = c.id';

export const sessionColumns =
  's.id AS session_id, s.finalized_at AS session_finalized_at, s.ended_at AS session_ended_at';

/** The session that was opened last. */
export const joinSession = `
  LEFT JOIN LATERAL (
    SELECT id, finalized_at, ended_at FROM transcription_sessions
     WHERE call_id = c.id ORDER BY opened_at DESC, id DESC LIMIT 1
  ) AS s ON true`;

export interface CallRow {
  reference: string;
  agent_email: string;
  phone_number: string;
  customer_id: string | null;
  picked_customer_id: string | null;
  picked_phone_number: string | null;
  started_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
  on_hold: boolean;
  recording_paused: boolean;
}

export interface SessionRow {
  session_id: string | null;
  session_finalized_at: Date | null;
  session_ended_at: Date | null;
}

export function toCall(row: CallRow): CallOnFile {
  return {
    reference: row.reference,
    agentEmail: row.agent_email,
    phoneNumber: row.phone_number,
    customerId: row.customer_id,
    pickedCustomerId: row.picked_customer_id,
    pickedPhoneNumber: row.picked_phone_number,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    endReason: row.end_reason,
    onHold: row.on_hold,
    recordingPaused: row.recording_paused,
  };
}

export function toSession(row: SessionRow): SessionOnFile | null {
  if (row.session_id === null) return null;
  return { id: row.session_id, finalizedAt: row.session_finalized_at, endedAt: row.session_ended_at };
}
