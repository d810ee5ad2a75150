// The second half of a batch's transaction: writes what was decided, and commits.

import { endFailedTransaction, type PoolClient } from '@callside/database';
import { platformCallStatements } from '../../platforms/index.ts';
import { endCalls, logEvents, noteUnresolvedAgents, openCalls, saveRepStates } from '../calls.sql.ts';
import type { NewCallEvent } from '../rules/call-event.ts';
import { agentKey, type BatchContext, type BatchDecision, type RecordedEvent } from '../rules/decide-batch.ts';

/** An open transaction that holds the locks of the reps of a batch. */
export interface OpenBatch {
  /** The stored rows that a decision needs. */
  context: BatchContext;
  /** Writes and commits; sets the ids of the logged events. */
  commit: (decision: BatchDecision) => Promise<void>;
  /** Must be called: rolls back what was not committed, and gives the connection back. */
  end: () => Promise<void>;
}

/** Events whose metadata is stored as text. */
type KeptAsText = Pick<WeakSet<NewCallEvent>, 'has'>;

interface Opening {
  client: PoolClient;
  context: BatchContext;
  keptAsText: KeptAsText;
  /** The error that `commit` rejects with. */
  toError: (error: unknown) => unknown;
}

/** The batch of a transaction that has locked and read. */
export function openBatch({ client, context, keptAsText, toError }: Opening): OpenBatch {
  let isCommitted = false;
  return {
    context,
    // Sends all statements at once: if one fails, the COMMIT rolls back.
    commit: async (decision) => {
      const recorded = recordedOf(decision);
      const statements = statementsOf(decision, context.now, keptAsText).filter(({ rowCount }) => rowCount > 0);
      try {
        const answers = await Promise.all([
          ...statements.map(({ name, text, values }) => client.query<{ id: string }>({ name, text, values })),
          client.query<{ id: string }>('COMMIT'),
        ]);
        const ids = answers[statements.findIndex(({ name }) => name === logEvents.name)]?.rows ?? [];
        for (const [index, { logged }] of recorded.entries()) logged.id = ids[index]?.id ?? null;
        isCommitted = true;
      } catch (error) {
        throw toError(error);
      }
    },
    end: async () => {
      if (isCommitted) client.release();
      else await endFailedTransaction(client);
    },
  };
}

/** Runs each statement of a batch without rows, so that the server has planned it before the first event. Needs a transaction. */
export async function rehearseWrites(client: PoolClient, now: Date): Promise<void> {
  const nothing: BatchDecision = { outcomes: [], states: [], platformCalls: [], opened: [], ended: [] };
  const statements = statementsOf(nothing, now, { has: () => false });
  await Promise.all(statements.map(({ name, text, values }) => client.query({ name, text, values })));
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
function statementsOf(decision: BatchDecision, now: Date, keptAsText: KeptAsText): Statement[] {
  const { states, platformCalls, opened, ended } = decision;
  const toLog = recordedOf(decision).map((recorded) => ({ ...recorded, isText: keptAsText.has(recorded.event) }));
  return [
    withRows(endCalls, ended),
    withRows(openCalls, opened),
    withRows(
      saveRepStates,
      states.map((saved) => ({ ...saved, changedAt: now })),
    ),
    ...platformCallStatements(platformCalls, now),
    withRows(logEvents, toLog),
    withRows(noteUnresolvedAgents, unresolvedIn(toLog, now)),
  ];
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
