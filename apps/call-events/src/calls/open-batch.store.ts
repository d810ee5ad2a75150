// The second half of a batch's transaction: writes what was decided, and commits.

import { digestArray, endFailedTransaction, type PoolClient, plainArray, textArray } from '@callside/database';
import { platformCallStatements } from '../platforms/index.ts';
import { endCalls, logEvents, openCalls, saveRepStates } from './calls.sql.ts';
import type { NewCallEvent } from './rules/call-event.ts';
import type { BatchContext, BatchDecision, RecordedEvent } from './rules/decide-batch.ts';

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
        const ids = answers[statements.findIndex(({ name }) => name === logStatement)]?.rows ?? [];
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

const logStatement = 'log-events';

function recordedOf({ outcomes }: BatchDecision): RecordedEvent[] {
  return outcomes.filter((outcome) => outcome.kind === 'recorded');
}

/** In the order in which they lock rows. */
function statementsOf(decision: BatchDecision, now: Date, keptAsText: KeptAsText): Statement[] {
  const { states, platformCalls, opened, ended } = decision;
  const recorded = recordedOf(decision);
  return [
    {
      name: 'end-calls',
      text: endCalls,
      rowCount: ended.length,
      values: [
        plainArray(ended.map(({ id }) => id)),
        plainArray(ended.map(({ at }) => at)),
        plainArray(ended.map(({ reason }) => reason)),
      ],
    },
    {
      name: 'open-calls',
      text: openCalls,
      rowCount: opened.length,
      values: [
        plainArray(opened.map(({ call }) => call.id)),
        plainArray(opened.map(({ call }) => call.reference)),
        plainArray(opened.map(({ brandId }) => brandId)),
        plainArray(opened.map(({ userId }) => userId)),
        textArray(opened.map(({ agentEmail }) => agentEmail)),
        textArray(opened.map(({ call }) => call.phoneNumber)),
        textArray(opened.map(({ call }) => call.customerId)),
        plainArray(opened.map(({ call }) => call.startedAt)),
        plainArray(opened.map((call) => call.ended?.at ?? null)),
        plainArray(opened.map((call) => call.ended?.reason ?? null)),
        plainArray(opened.map(({ chatId }) => chatId)),
      ],
    },
    {
      name: 'save-rep-states',
      text: saveRepStates,
      rowCount: states.length,
      values: [
        plainArray(states.map(({ userId }) => userId)),
        plainArray(states.map(({ state }) => state.version)),
        plainArray(states.map(({ state }) => state.call?.id ?? null)),
        plainArray(states.map(({ state }) => state.call?.reference ?? null)),
        textArray(states.map(({ state }) => state.call?.phoneNumber ?? null)),
        textArray(states.map(({ state }) => state.call?.customerId ?? null)),
        plainArray(states.map(({ state }) => state.call?.startedAt ?? null)),
        plainArray(states.map(({ state }) => state.onHold)),
        plainArray(states.map(({ state }) => state.recordingPaused)),
        plainArray(states.map(({ state }) => state.recordingSequence)),
        now,
        textArray(states.map(({ state }) => (state.call?.customer ? JSON.stringify(state.call.customer) : null))),
        plainArray(states.map(({ position }) => position)),
      ],
    },
    ...platformCallStatements(platformCalls, now),
    { name: logStatement, text: logEvents, rowCount: recorded.length, values: logValues(recorded, keptAsText) },
  ];
}

function logValues(recorded: RecordedEvent[], keptAsText: KeptAsText): unknown[] {
  return [
    plainArray(recorded.map(({ event }) => event.brandId)),
    plainArray(recorded.map(({ event }) => event.event)),
    textArray(recorded.map(({ event }) => event.eventId)),
    digestArray(recorded.map(({ event }) => event.eventKey)),
    textArray(recorded.map(({ event }) => event.agentEmail)),
    plainArray(recorded.map(({ logged }) => logged.userId)),
    plainArray(recorded.map(({ callId }) => callId)),
    textArray(recorded.map(({ phoneNumber }) => phoneNumber)),
    textArray(recorded.map(({ event }) => event.customerId)),
    textArray(recorded.map(({ event }) => (keptAsText.has(event) ? '{}' : event.metadata))),
    textArray(recorded.map(({ event }) => (keptAsText.has(event) ? event.metadata : null))),
    plainArray(recorded.map(({ logged }) => logged.occurredAt)),
    plainArray(recorded.map(({ logged }) => logged.receivedAt)),
    plainArray(recorded.map(({ logged }) => logged.agentResolved)),
    plainArray(recorded.map(({ logged }) => logged.callActive)),
    plainArray(recorded.map(({ event }) => event.apiKeyId)),
    textArray(recorded.map(({ event }) => event.requestId ?? null)),
    plainArray(recorded.map(({ event }) => event.resentFrom ?? null)),
    plainArray(recorded.map(({ event }) => event.isTest ?? false)),
    plainArray(recorded.map(({ logged }) => logged.position)),
    plainArray(recorded.map(({ transitions }) => replacedCallOf(transitions))),
    plainArray(recorded.map(({ transitions }) => recordingSequenceOf(transitions))),
    plainArray(recorded.map(({ logged }) => logged.occurredAtSent)),
  ];
}

function replacedCallOf(transitions: RecordedEvent['transitions']): string | null {
  const [first] = transitions;
  return first?.step === 'ended' && first.endReason === 'superseded' ? first.call.id : null;
}

/** Of the recording state that the event made. */
function recordingSequenceOf(transitions: RecordedEvent['transitions']): number | null {
  const last = transitions.at(-1);
  return last === undefined || last.step === 'hold changed' ? null : last.state.recordingSequence;
}
