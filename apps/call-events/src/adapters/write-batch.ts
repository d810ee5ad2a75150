import { Buffer } from 'node:buffer';
import type { PoolClient } from '@callside/database';
import type { BatchDecision, NewCallEvent, Verdict } from '../domain/decide-batch.ts';
import { endCalls, logEvents, openCalls, saveRepStates } from './call-event-statements.ts';
import { textArray } from './text-array.ts';

type RecordVerdict = Extract<Verdict, { kind: 'record' }>;

/**
 * Writes a decided batch and commits it. Sends all statements at once: if one fails, the COMMIT rolls back. Resolves to the
 * ids of the logged events, in order.
 */
export async function writeBatch(
  client: PoolClient,
  { verdicts, states, opened, ended }: BatchDecision,
  now: Date,
  keptAsText: { has(event: NewCallEvent): boolean },
): Promise<string[]> {
  const statements: Promise<unknown>[] = [];
  const send = (name: string, text: string, values: unknown[]) => {
    const sent = client.query<{ id: string }>({ name, text, values });
    statements.push(sent);
    return sent;
  };

  if (ended.length > 0) {
    send('end-calls', endCalls, [
      ended.map(({ id }) => id),
      ended.map(({ at }) => at),
      ended.map(({ reason }) => reason),
    ]);
  }
  if (opened.length > 0) {
    send('open-calls', openCalls, [
      opened.map(({ call }) => call.id),
      opened.map(({ call }) => call.reference),
      opened.map(({ brandId }) => brandId),
      opened.map(({ userId }) => userId),
      textArray(opened.map(({ agentEmail }) => agentEmail)),
      textArray(opened.map(({ call }) => call.phoneNumber)),
      textArray(opened.map(({ call }) => call.customerId)),
      opened.map(({ call }) => call.startedAt),
      opened.map((call) => call.ended?.at ?? null),
      opened.map((call) => call.ended?.reason ?? null),
      opened.map(({ chatId }) => chatId),
    ]);
  }
  if (states.length > 0) {
    send('save-rep-states', saveRepStates, [
      states.map(({ userId }) => userId),
      states.map(({ state }) => state.version),
      states.map(({ state }) => state.call?.id ?? null),
      states.map(({ state }) => state.call?.reference ?? null),
      textArray(states.map(({ state }) => state.call?.phoneNumber ?? null)),
      textArray(states.map(({ state }) => state.call?.customerId ?? null)),
      states.map(({ state }) => state.call?.startedAt ?? null),
      states.map(({ state }) => state.onHold),
      states.map(({ state }) => state.recordingPaused),
      states.map(({ state }) => state.recordingSequence),
      now,
      textArray(states.map(({ state }) => (state.call?.customer ? JSON.stringify(state.call.customer) : null))),
    ]);
  }
  const records = verdicts.filter((verdict): verdict is RecordVerdict => verdict.kind === 'record');
  const logged = records.length > 0 ? send('log-events', logEvents, logValues(records, keptAsText)) : undefined;
  statements.push(client.query('COMMIT'));
  await Promise.all(statements);
  return (await logged)?.rows.map(({ id }) => id) ?? [];
}

function logValues(records: RecordVerdict[], keptAsText: { has(event: NewCallEvent): boolean }): unknown[] {
  return [
    records.map(({ event }) => event.brandId),
    records.map(({ event }) => event.event),
    textArray(records.map(({ event }) => event.eventId)),
    records.map(({ event }) => (event.eventKey === null ? null : Buffer.from(event.eventKey, 'hex'))),
    textArray(records.map(({ event }) => event.agentEmail)),
    records.map(({ userId }) => userId),
    records.map(({ callId }) => callId),
    textArray(records.map(({ phoneNumber }) => phoneNumber)),
    textArray(records.map(({ event }) => event.customerId)),
    textArray(records.map(({ event }) => (keptAsText.has(event) ? '{}' : event.metadata))),
    textArray(records.map(({ event }) => (keptAsText.has(event) ? event.metadata : null))),
    records.map(({ occurredAt }) => occurredAt),
    records.map(({ receivedAt }) => receivedAt),
    records.map(({ agentResolved }) => agentResolved),
    records.map(({ callActive }) => callActive),
    records.map(({ event }) => event.apiKeyId),
  ];
}
