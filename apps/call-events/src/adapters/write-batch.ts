import { Buffer } from 'node:buffer';
import type { PoolClient } from '@callside/database';
import type { NewCallEvent } from '../domain/call-event.ts';
import type { BatchDecision, RecordedEvent } from '../domain/decide-batch.ts';
import { endCalls, logEvents, openCalls, saveRepStates } from './call-event.sql.ts';
import { textArray } from './text-array.ts';

/**
 * Writes a decided batch, commits it and sets the ids of the logged events. Sends all statements at once: if one fails, the
 * COMMIT rolls back.
 */
export async function writeBatch(
  client: PoolClient,
  { outcomes, states, opened, ended }: BatchDecision,
  now: Date,
  keptAsText: { has(event: NewCallEvent): boolean },
): Promise<void> {
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
  const recorded = outcomes.filter((outcome) => outcome.kind === 'recorded');
  const inserted = recorded.length > 0 ? send('log-events', logEvents, logValues(recorded, keptAsText)) : undefined;
  statements.push(client.query('COMMIT'));
  await Promise.all(statements);
  const ids = (await inserted)?.rows ?? [];
  for (const [index, { logged }] of recorded.entries()) logged.id = ids[index]?.id ?? null;
}

function logValues(recorded: RecordedEvent[], keptAsText: { has(event: NewCallEvent): boolean }): unknown[] {
  return [
    recorded.map(({ event }) => event.brandId),
    recorded.map(({ event }) => event.event),
    textArray(recorded.map(({ event }) => event.eventId)),
    recorded.map(({ event }) => (event.eventKey === null ? null : Buffer.from(event.eventKey, 'hex'))),
    textArray(recorded.map(({ event }) => event.agentEmail)),
    recorded.map(({ logged }) => logged.userId),
    recorded.map(({ callId }) => callId),
    textArray(recorded.map(({ phoneNumber }) => phoneNumber)),
    textArray(recorded.map(({ event }) => event.customerId)),
    textArray(recorded.map(({ event }) => (keptAsText.has(event) ? '{}' : event.metadata))),
    textArray(recorded.map(({ event }) => (keptAsText.has(event) ? event.metadata : null))),
    recorded.map(({ logged }) => logged.occurredAt),
    recorded.map(({ logged }) => logged.receivedAt),
    recorded.map(({ logged }) => logged.agentResolved),
    recorded.map(({ logged }) => logged.callActive),
    recorded.map(({ event }) => event.apiKeyId),
    textArray(recorded.map(({ event }) => event.requestId ?? null)),
    recorded.map(({ event }) => event.resentFrom ?? null),
    recorded.map(({ event }) => event.isTest ?? false),
    recorded.map(({ event }) => (event.event === 'call-started' ? (event.adopted?.eventId ?? null) : null)),
  ];
}
