// The statements of a batch, in the order in which it sends them.

import type { RecordingBy } from '@callside/schemas';
import { insertDeliveries } from '../endpoints/index.ts';
import type { EventLink } from '../evidence/index.ts';
import { rowArrays } from '../row-arrays.ts';
import { companionColumns, joinPresentCompanions } from './companions.sql.ts';
import { repColumns, repStateColumns } from './rep-rows.ts';
import type { EndedCall, OpenedCall, RecordedEvent, SavedState } from './rules/decide-batch.ts';
import { longestRelayedMetadata } from './rules/relayed-metadata.ts';

/**
 * A `LoggedEvent`, from `call_events e`, without its position. Metadata over the limit of a push is cut to one character more, and then
 * omitted.
 */
export const loggedColumns = `
  e.id, e.event, e.event_id AS "eventId", e.user_id AS "userId", e.occurred_at AS "occurredAt", e.received_at AS "receivedAt",
  e.agent_resolved AS "agentResolved", e.call_active AS "callActive",
  left(coalesce(e.metadata_text, e.metadata::text), ${longestRelayedMetadata + 1}) AS metadata`;

/**
 * Finds the active users with these names, by address or by alias, and locks their state, in the same order in every
 * transaction. Returns one row for each name, so a user with several names has several. The address of an active user is
 * never an alias of another. `OFFSET 0`: otherwise PostgreSQL may read all users for each name that is an address. $1 brand ids, $2
 * names, each pair once.
 */
const lockRepsOr = (whenHeld: 'SKIP LOCKED' | '') => `
  SELECT a.id AS user_id, a.brand_id, a.name, a.email, l.user_id IS NOT NULL AS is_locked,
         l.user_id IS NOT NULL OR EXISTS (SELECT FROM rep_state WHERE user_id = a.id) AS has_state,
         EXISTS (SELECT FROM integrations WHERE brand_id = a.brand_id) AS may_have_platform_calls,
         ${repColumns('l')}, l.digest, a.recording_by, ${companionColumns}
    FROM (
      SELECT asked.brand_id, asked.name, b.recording_by, coalesce(u.id, n.id) AS id, coalesce(u.email, n.email) AS email
        FROM unnest($1::uuid[], $2::text[]) AS asked (brand_id, name)
        JOIN brands b ON b.id = asked.brand_id
        LEFT JOIN users u ON u.brand_id = asked.brand_id AND u.email = asked.name AND u.status = 'active'
        LEFT JOIN LATERAL (
          SELECT named.id, named.email
            FROM agent_aliases alias JOIN users named ON named.id = alias.user_id AND named.status = 'active'
           WHERE u.id IS NULL AND alias.brand_id = asked.brand_id AND alias.alias = asked.name
          OFFSET 0
        ) AS n ON true
       WHERE u.id IS NOT NULL OR n.id IS NOT NULL
       ORDER BY id
    ) AS a
    LEFT JOIN LATERAL (SELECT * FROM rep_state WHERE user_id = a.id FOR UPDATE ${whenHeld}) AS l ON true
    ${joinPresentCompanions('a.id')}`;

/** Leaves rows that another transaction holds unlocked: they must not delay the events of other reps. */
export const lockFreeReps = lockRepsOr('SKIP LOCKED');
/** Waits for them. */
export const lockReps = lockRepsOr('');

/** Creates the state rows of reps that have none. $1 user ids, $2 brand ids. */
export const createRepStates = `
  INSERT INTO rep_state (user_id, brand_id)
  SELECT * FROM unnest($1::uuid[], $2::uuid[]) ORDER BY 1
  ON CONFLICT (user_id) DO NOTHING`;

/**
 * The database's clock, and the stored events with a batch's event ids. `IS NOT DISTINCT FROM` prevents a scan of an index by
 * brand, which the planner would choose while the table is small. $1 brand ids, $2 digests.
 */
export const findRecorded = `
  SELECT clock_timestamp() AS now, e.*
    FROM (SELECT 1) AS always
    LEFT JOIN (
      SELECT ${loggedColumns}, e.position::float8 AS position, e.agent_email AS "agentEmail",
             e.occurred_at_sent AS "occurredAtSent", e.brand_id, e.event_id_sha256
        FROM unnest($1::uuid[], $2::bytea[]) AS asked (brand_id, sha256)
        JOIN call_events e ON e.event_id_sha256 = asked.sha256 AND e.brand_id IS NOT DISTINCT FROM asked.brand_id
    ) AS e ON true`;

/** Of the given calls, those that the test panel opened. $1 call ids. */
export const findTestCalls = `
  SELECT DISTINCT call_id FROM call_events
   WHERE call_id = ANY ($1::uuid[]) AND event = 'call-started' AND is_test`;

const endedCalls = rowArrays<EndedCall>({
  id: ['uuid', ({ id }) => id],
  at: ['timestamptz', ({ at }) => at],
  reason: ['text', ({ reason }) => reason],
});

/** Ends calls, and sets the end of their transcription sessions if the dialler reported it: the first report counts. */
export const endCalls = {
  name: 'end-calls',
  values: endedCalls.values,
  text: `
  WITH ending AS (
    SELECT * FROM ${endedCalls.source('e')}
  ), sessions AS (
    UPDATE transcription_sessions s
       SET ended_at = ending.at, end_reported_at = ending.at
      FROM ending
     WHERE s.call_id = ending.id AND ending.reason = 'ended' AND s.end_reported_at IS NULL
  )
  UPDATE calls c SET ended_at = ending.at, end_reason = ending.reason FROM ending WHERE c.id = ending.id`,
};

const openedCalls = rowArrays<OpenedCall>({
  id: ['uuid', ({ call }) => call.id],
  reference: ['uuid', ({ call }) => call.reference],
  brand_id: ['uuid', ({ brandId }) => brandId],
  user_id: ['uuid', ({ userId }) => userId],
  agent_email: ['text', ({ agentEmail }) => agentEmail],
  phone_number: ['text', ({ call }) => call.phoneNumber],
  customer_id: ['text', ({ call }) => call.customerId],
  started_at: ['timestamptz', ({ call }) => call.startedAt],
  ended_at: ['timestamptz', ({ ended }) => ended?.at ?? null],
  end_reason: ['text', ({ ended }) => ended?.reason ?? null],
  chat_id: ['uuid', ({ chatId }) => chatId],
});

/** Opens calls, each with its chat. */
export const openCalls = {
  name: 'open-calls',
  values: openedCalls.values,
  text: `
  WITH opening AS (
    SELECT * FROM ${openedCalls.source('o')}
  ), opened AS (
    INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at,
                       ended_at, end_reason)
    SELECT id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason
      FROM opening
  )
  INSERT INTO chats (id, brand_id, call_id, created_at) SELECT chat_id, brand_id, id, started_at FROM opening`,
};

/** `digest`: of the rep's last event. */
interface StateToSave extends SavedState {
  digest: string | null;
}

const savedStates = rowArrays<StateToSave>({
  user_id: ['uuid', ({ userId }) => userId],
  ...repStateColumns,
  digest: ['bytea', ({ digest }) => digest],
  changed_at: ['timestamptz', ({ changedAt }) => changedAt],
});

const newState = [...Object.keys(repStateColumns), 'digest', 'changed_at'];

/** Stores the reps' new states. */
export const saveRepStates = {
  name: 'save-rep-states',
  values: savedStates.values,
  text: `
  UPDATE rep_state r
     SET (${newState.join(', ')}) = ROW(${newState.map((name) => (name === 'customer' ? 's.customer::json' : `s.${name}`)).join(', ')})
    FROM ${savedStates.source('s')}
   WHERE r.user_id = s.user_id`,
};

/** `isText`: its metadata is nested too deep for a json column. `link`: null without a rep. */
export interface EventToLog extends RecordedEvent {
  isText: boolean;
  link: EventLink | null;
}

const loggedEvents = rowArrays<EventToLog>({
  brand_id: ['uuid', ({ event }) => event.brandId],
  event: ['text', ({ event }) => event.event],
  event_id: ['text', ({ event }) => event.eventId],
  event_id_sha256: ['bytea', ({ event }) => event.eventKey],
  agent_email: ['text', ({ event }) => event.agentEmail],
  user_id: ['uuid', ({ logged }) => logged.userId],
  call_id: ['uuid', ({ callId }) => callId],
  phone_number: ['text', ({ phoneNumber }) => phoneNumber],
  customer_id: ['text', ({ event }) => event.customerId],
  metadata: ['text', ({ event, isText }) => (isText ? '{}' : event.metadata)],
  metadata_text: ['text', ({ event, isText }) => (isText ? event.metadata : null)],
  occurred_at: ['timestamptz', ({ logged }) => logged.occurredAt],
  received_at: ['timestamptz', ({ logged }) => logged.receivedAt],
  agent_resolved: ['boolean', ({ logged }) => logged.agentResolved],
  call_active: ['boolean', ({ logged }) => logged.callActive],
  api_key_id: ['uuid', ({ event }) => event.apiKeyId],
  request_id: ['text', ({ event }) => event.requestId ?? null],
  resent_from: ['bigint', ({ event }) => event.resentFrom ?? null],
  is_test: ['boolean', ({ event }) => event.isTest ?? false],
  position: ['bigint', ({ logged }) => logged.position],
  superseded_call_id: ['uuid', ({ transitions }) => supersededCallOf(transitions)],
  recording_sequence: ['bigint', ({ transitions }) => recordingSequenceOf(transitions)],
  recording_by: ['text', ({ rep, transitions }) => otherRecorderOf(rep, transitions)],
  opened_paused: ['boolean', ({ transitions }) => opensPaused(transitions)],
  occurred_at_sent: ['boolean', ({ logged }) => logged.occurredAtSent],
  remarks: ['text', ({ event }) => event.remarks?.join(' ') ?? null],
  digest: ['bytea', ({ link }) => link?.digest ?? null],
  personal_hmac: ['bytea', ({ link }) => link?.hmac ?? null],
  personal_key: ['bytea', ({ link }) => link?.key ?? null],
});

/**
 * Logs events in order of arrival. Fails on an event id that another transaction has
 * recorded in the meantime: the unique key decides the race. Rows are inserted in the order of that key, so that two transactions
 * with the same events wait for each other only one way, but their ids are in order of arrival.
 */
export const logEvents = {
  name: 'log-events',
  values: loggedEvents.values,
  text: `
  WITH arrived AS MATERIALIZED (
    SELECT nextval('call_events_id_seq') AS id, e.* FROM ${loggedEvents.source('e')}
  ), logged AS (
    INSERT INTO call_events (id, ${loggedEvents.names()})
    SELECT id, ${loggedEvents.names('a').replace('a.metadata,', 'a.metadata::json,')}
      FROM arrived a
     ORDER BY a.event_id_sha256, a.brand_id
    RETURNING id
  )
  SELECT id FROM logged ORDER BY id`,
};

/** A name without a user is told to endpoints once an hour. */
interface UnresolvedAgent {
  brandId: string;
  agentEmail: string;
  hour: string;
}

const unresolvedAgents = rowArrays<UnresolvedAgent>({
  brand_id: ['uuid', ({ brandId }) => brandId],
  subject: ['text', ({ agentEmail }) => agentEmail.slice(0, longestToldName)],
  key: ['text', ({ agentEmail, hour }) => `${hour} ${agentEmail}`],
});

const longestToldName = 320;

/** Sent only with a batch that has such an event. */
export const noteUnresolvedAgents = {
  name: 'note-unresolved-agents',
  values: unresolvedAgents.values,
  text: insertDeliveries(`
    (SELECT brand_id, subject, key, 'agent.unresolved' AS event, NULL::uuid AS call_id, NULL::uuid AS user_id, NULL::timestamptz AS at
       FROM ${unresolvedAgents.source('u')})`),
};

function supersededCallOf([first]: RecordedEvent['transitions']): string | null {
  return first?.step === 'ended' && first.endReason === 'superseded' ? first.call.id : null;
}

/** Who records, of a recording state that the event made; null: companions. */
export function otherRecorderOf(
  rep: RecordedEvent['rep'],
  transitions: RecordedEvent['transitions'],
): Exclude<RecordingBy, 'companion'> | null {
  if (rep === null || rep.recordingBy === 'companion' || recordingSequenceOf(transitions) === null) return null;
  return rep.recordingBy;
}

/** A platform's call came back with its pause. */
export function opensPaused(transitions: RecordedEvent['transitions']): boolean {
  return transitions.some(({ step, state }) => step === 'started' && state.recordingPaused);
}

/** Of the recording state that the event made. */
export function recordingSequenceOf(transitions: RecordedEvent['transitions']): number | null {
  const last = transitions.at(-1);
  return last === undefined || last.step === 'hold changed' ? null : last.state.recordingSequence;
}
