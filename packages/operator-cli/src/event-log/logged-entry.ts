import type { Prisma } from '@callside/database';
import type { EventRemark } from '@callside/schemas';

/** An accepted event, without its metadata. */
export type AcceptedEntry = ReturnType<typeof toAccepted>;
export type RefusedEntry = ReturnType<typeof toRefused>;
export type LoggedEntry = AcceptedEntry | RefusedEntry;

/** What other tables have of an accepted event. */
export interface EventLinks {
  /** null: it landed on no call. */
  callReference: string | null;
  /** Another event came with its id. */
  isReused: boolean;
}

/** `occurredAtSent`: whether `occurredAt` is the sender's; else it is `receivedAt`. `position`: in the log of the rep; null: of no user. */
export function toAccepted(row: Prisma.CallEventGetPayload<{ omit: { metadata: true; metadataText: true } }>) {
  const { id, event, eventId, agentEmail, phoneNumber, occurredAt, occurredAtSent } = row;
  const { receivedAt, position, agentResolved, callActive, remarks, customerId, resentFrom, isTest } = row;
  return {
    outcome: 'accepted' as const,
    row: id,
    event,
    eventId,
    agentEmail,
    phoneNumber,
    customerId,
    occurredAt,
    occurredAtSent,
    receivedAt,
    position,
    agentResolved,
    callActive,
    resentFrom,
    isTest,
    remarks: (remarks?.split(' ') ?? []) as EventRemark[],
  };
}

export function toRefused(row: Prisma.RefusedRequestGetPayload<{ omit: { body: true } }>) {
  const { id, event, agentEmail, receivedAt, status, reason, requestId, apiKeyId, address } = row;
  return {
    outcome: 'refused' as const,
    row: id,
    event,
    agentEmail,
    receivedAt,
    status,
    reason,
    requestId,
    apiKeyId,
    address,
  };
}

/** The fields of `GET /{brand}/events`, without metadata. `links` of an accepted event. */
export function entryView(entry: LoggedEntry, links?: EventLinks): object {
  const { outcome, row, event, agentEmail: agent_email } = entry;
  const received_at = entry.receivedAt.toISOString();
  if (outcome === 'refused') {
    const { status, reason, requestId: request_id, apiKeyId: api_key_id, address } = entry;
    return { outcome, id: `r${row}`, event, agent_email, received_at, status, reason, request_id, api_key_id, address };
  }
  return {
    outcome,
    id: String(row),
    event,
    event_id: entry.eventId,
    agent_email,
    call_reference: links?.callReference ?? null,
    phone_number: entry.phoneNumber,
    customer_id: entry.customerId,
    occurred_at: entry.occurredAt.toISOString(),
    received_at,
    agent_resolved: entry.agentResolved,
    call_active: entry.callActive,
    ...(entry.resentFrom !== null && { resent_from: `r${entry.resentFrom}` }),
    ...(entry.isTest && { is_test: true }),
    ...(links?.isReused && { reused: true }),
  };
}

/** One line for people. */
export function describeEntry(entry: LoggedEntry): string {
  const at = entry.receivedAt.toISOString();
  const what = `${at}  ${(entry.event ?? '-').padEnd(17)}  ${entry.agentEmail ?? '-'}`;
  if (entry.outcome === 'refused') return `${what}  REFUSED ${entry.status}: ${entry.reason}`;
  const notes = [
    ...(entry.phoneNumber === null ? [] : [entry.phoneNumber]),
    ...(entry.agentResolved ? [] : ['unknown agent']),
    ...(entry.callActive ? [] : ['no live call']),
    ...(entry.eventId === null ? ['no event id'] : []),
  ];
  return [what, ...notes].join('  ');
}
