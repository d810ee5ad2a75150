// The second half of a batch's transaction: writes what was decided, and commits.

import { randomBytes } from 'node:crypto';
import { endFailedTransaction, type PoolClient } from '@callside/database';
import { type EventToLink, linkEvents } from '../../evidence/index.ts';
import { platformCallStatements } from '../../platforms/index.ts';
import {
  endCalls,
  logEvents,
  noteUnresolvedAgents,
  openCalls,
  opensPaused,
  otherRecorderOf,
  recordingSequenceOf,
  saveRepStates,
} from '../calls.sql.ts';
import { agentKey, type BatchContext, type BatchDecision, type RecordedEvent } from '../rules/decide-batch.ts';
import { deepestStoredJson, isNestedDeeperThan } from '../rules/json-nesting.ts';

/** An open transaction that holds the locks of the reps of a batch. */
export interface OpenBatch {
  /** The stored rows that a decision needs. */
  context: BatchContext;
  /** Writes and commits; sets the ids of the logged events. */
  commit: (decision: BatchDecision) => Promise<void>;
  /** Must be called: rolls back what was not committed, and gives the connection back. */
  end: () => Promise<void>;
}

interface Opening {
  client: PoolClient;
  context: BatchContext;
  /** The digest of the last event of each rep, by user id. */
  heads: Map<string, string>;
}

/** The batch of a transaction that has locked and read. */
export function openBatch({ client, context, heads }: Opening): OpenBatch {
  let isCommitted = false;
  return {
    context,
    // Sends all statements at once: if one fails, the COMMIT rolls back.
    commit: async (decision) => {
      const recorded = recordedOf(decision);
      const statements = statementsOf(decision, { now: context.now, heads }).filter(({ rowCount }) => rowCount > 0);
      const answers = await Promise.all([
        ...statements.map(({ name, text, values }) => client.query<{ id: string }>({ name, text, values })),
        client.query<{ id: string }>('COMMIT'),
      ]);
      const ids = answers[statements.findIndex(({ name }) => name === logEvents.name)]?.rows ?? [];
      for (const [index, { logged }] of recorded.entries()) logged.id = ids[index]?.id ?? null;
      isCommitted = true;
    },
    end: async () => {
      if (isCommitted) client.release();
      else await endFailedTransaction(client);
    },
  };
}

interface Statement {
  name: string;
  text: string;
  values: unknown[];
  rowCount: number;
}

function recordedOf({ outcomes }: BatchDecision): RecordedEvent[] {
  return outcomes.filter((outcome) => outcome.kind === 'recorded');
}

/** In the order in which they lock rows. */
function statementsOf(decision: BatchDecision, { now, heads }: { now: Date } & Pick<Opening, 'heads'>): Statement[] {
  const { states, platformCalls, opened, ended } = decision;
  const recorded = recordedOf(decision);
  const links = linkEvents(recorded.map(toLink), heads, randomBytes);
  const toLog = recorded.map((each, index) => ({
    ...each,
    isText: isNestedDeeperThan(deepestStoredJson, each.event.metadata),
    link: links[index] ?? null,
  }));
  return [
    withRows(endCalls, ended),
    withRows(openCalls, opened),
    withRows(
      saveRepStates,
      states.map((saved) => ({ ...saved, digest: heads.get(saved.userId) ?? null, changedAt: now })),
    ),
    ...platformCallStatements(platformCalls, now),
    withRows(logEvents, toLog),
    withRows(noteUnresolvedAgents, unresolvedIn(toLog, now)),
  ];
}

/** null: an event without a rep has no position. */
function toLink({ event, logged, phoneNumber, rep, transitions }: RecordedEvent): EventToLink | null {
  const { userId, position } = logged;
  if (userId === null || position === null) return null;
  return {
    userId,
    position,
    event: event.event,
    callActive: logged.callActive,
    receivedAt: logged.receivedAt,
    occurredAt: logged.occurredAt,
    recordingSequence: recordingSequenceOf(transitions),
    recordingBy: otherRecorderOf(rep, transitions),
    openedPaused: opensPaused(transitions),
    eventId: event.eventId,
    agentEmail: event.agentEmail,
    phoneNumber,
    customerId: event.customerId,
    metadata: event.metadata,
  };
}

/** By brand and name, each once. */
function unresolvedIn(recorded: readonly RecordedEvent[], now: Date) {
  const hour = now.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
  const unresolved = recorded.filter(({ logged }) => !logged.agentResolved);
  const named = new Map(unresolved.map(({ event }) => [agentKey(event.brandId, event.agentEmail), event]));
  return [...named.values()].map(({ brandId, agentEmail }) => ({ brandId, agentEmail, hour }));
}

function withRows<Row>(
  { name, text, values }: { name: string; text: string; values: (rows: readonly Row[]) => unknown[] },
  rows: readonly Row[],
): Statement {
  return { name, text, values: values(rows), rowCount: rows.length };
}
