import type { SessionOnFile } from '../calls/index.ts';

/** A `CallOnFile`, from `calls c` joined with `live`. */
export const callColumns = `
  c.reference, c.agent_email AS "agentEmail", c.phone_number AS "phoneNumber", c.customer_id AS "customerId",
  c.picked_customer_id AS "pickedCustomerId", c.picked_phone_number AS "pickedPhoneNumber", c.started_at AS "startedAt",
  c.ended_at AS "endedAt", c.end_reason AS "endReason", coalesce(live.on_hold, false) AS "onHold",
  coalesce(live.recording_paused, false) AS "recordingPaused"`;

/** The rep's state if this is their live call. */
export const joinLive = 'LEFT JOIN rep_state live ON live.user_id = c.user_id AND live.call_id = c.id';

/** That a call, the row `of`, is of a rep of the team in a parameter, unless that is null. */
export const callOfTeam = (parameter: string, of = 'c') =>
  `(${parameter}::text IS NULL OR EXISTS (SELECT FROM users u WHERE u.id = ${of}.user_id AND u.team = ${parameter}))`;

export const sessionColumns =
  's.id AS session_id, s.finalized_at AS session_finalized_at, s.ended_at AS session_ended_at';

/** The session that was opened last. */
export const joinSession = `
  LEFT JOIN LATERAL (
    SELECT id, finalized_at, ended_at FROM transcription_sessions
     WHERE call_id = c.id ORDER BY opened_at DESC, id DESC LIMIT 1
  ) AS s ON true`;

export interface SessionRow {
  session_id: string | null;
  session_finalized_at: Date | null;
  session_ended_at: Date | null;
}

export function toSession(row: SessionRow): SessionOnFile | null {
  if (row.session_id === null) return null;
  return { id: row.session_id, finalizedAt: row.session_finalized_at, endedAt: row.session_ended_at };
}
