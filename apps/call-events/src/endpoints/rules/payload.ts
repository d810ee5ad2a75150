// What goes out: the same form for every event, and nothing that is no longer on file.

import type { CallView, Disposition, EndpointEvent } from '@callside/schemas';

/** What is on file of a delivery. */
export interface Contents {
  event: EndpointEvent;
  brand: string;
  currency: string;
  subject: string | null;
  notedAt: Date;
  call: CallContents | null;
  notes: { note: string; disposition: Disposition | null; at: Date } | null;
  outcome: OutcomeContents | null;
  /** When the pause was asked for. */
  pausedAt: Date | null;
}

interface CallContents {
  reference: string;
  agentEmail: string;
  phoneNumber: string;
  customerId: string | null;
  /** The customer whom the rep picked; null: none. Without a code: by their number. */
  picked: { customerId: string | null; phoneNumber: string | null } | null;
  startedAt: Date;
  endedAt: Date | null;
  endReason: CallView['end_reason'];
  isTest: boolean;
}

interface OutcomeContents {
  outcomeId: string;
  recommendationId: string;
  sku: string;
  reason: string | null;
  qty: number | null;
  unitPrice: number | null;
  at: Date;
  voidedAt: Date | null;
}

export interface Payload {
  type: EndpointEvent;
  /** When it happened. */
  timestamp: string;
  data: Readonly<Record<string, unknown>>;
}

/** null: what it told is not on file any more. */
export function payloadOf(contents: Contents): Payload | null {
  const { event, brand, subject, notedAt, call, notes, outcome, pausedAt } = contents;
  const payload = (at: Date, data: object): Payload => ({
    type: event,
    timestamp: at.toISOString(),
    data: { brand, ...data },
  });
  if (event === 'agent.unresolved') return subject === null ? null : payload(notedAt, { agent: subject });
  if (call === null) return null;
  switch (event) {
    case 'call.started':
      return payload(call.startedAt, ofCall({ ...call, endedAt: null, endReason: null }));
    case 'call.ended':
      return call.endedAt && payload(call.endedAt, ofCall(call));
    case 'call.completed':
      if (notes === null || (notes.note === '' && notes.disposition === null)) return null;
      return payload(notes.at, { ...ofCall(call), outcome: notes.disposition, note: notes.note });
    case 'sale.recorded':
    case 'offer.declined':
      return outcome && payload(outcome.at, { ...ofCall(call), ...ofOutcome(event, outcome, contents.currency) });
    case 'customer.objected':
      return payload(notedAt, { ...ofCall(call), objects: subject === 'true' });
    case 'pause.unconfirmed':
      return payload(pausedAt ?? notedAt, { ...ofCall(call), sequence: Number(subject) });
  }
}

/** Without what changes during a call, which a late delivery would tell wrongly. */
type ToldCall = Omit<CallView, 'on_hold' | 'recording_paused'>;

/** With the customer whom the desk shows. */
function ofCall(told: CallContents) {
  const call: ToldCall = {
    reference: told.reference,
    agent_email: told.agentEmail,
    phone_number: told.phoneNumber,
    customer_id: told.customerId,
    started_at: told.startedAt.toISOString(),
    ended_at: told.endedAt?.toISOString() ?? null,
    end_reason: told.endReason,
  };
  const { customerId, phoneNumber } = told.picked ?? told;
  return { call, customer: { customer_id: customerId, phone_number: phoneNumber }, test: told.isTest };
}

function ofOutcome(event: EndpointEvent, outcome: OutcomeContents, currency: string) {
  const sale = { qty: outcome.qty, unit_price: outcome.unitPrice, currency };
  return {
    outcome_id: outcome.outcomeId,
    recommendation_id: outcome.recommendationId,
    sku: outcome.sku,
    ...(event === 'sale.recorded' ? sale : { reason: outcome.reason }),
    voided_at: outcome.voidedAt?.toISOString() ?? null,
  };
}
