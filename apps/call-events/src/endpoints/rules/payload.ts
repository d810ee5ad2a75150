// What goes out: the same form for every event, and nothing that is no longer on file.

import type { CallView, Disposition, EndpointEvent } from '@callside/schemas';

/** What is on file of a delivery. */
export interface Contents {
  event: EndpointEvent;
  brand: string;
  currency: string;
  subject: string | null;
  notedAt: Date;
  /** null: there is no call. */
  reference: string | null;
  agentEmail: string;
  phoneNumber: string;
  customerId: string | null;
  /** The code of the customer whom the rep picked; null: none. Empty: they have no code and are known by their number. */
  pickedCustomerId: string | null;
  pickedPhoneNumber: string | null;
  startedAt: Date;
  endedAt: Date | null;
  endReason: CallView['end_reason'];
  isTest: boolean;
  /** null: there are no notes. */
  note: string | null;
  disposition: Disposition | null;
  notesAt: Date;
  /** null: there is no outcome. */
  outcomeId: string | null;
  recommendationId: string;
  sku: string;
  reason: string | null;
  qty: number | null;
  unitPrice: number | null;
  recordedAt: Date;
  voidedAt: Date | null;
  /** When the pause was asked for. */
  pausedAt: Date | null;
}

export interface Payload {
  type: EndpointEvent;
  /** When it happened. */
  timestamp: string;
  data: Readonly<Record<string, unknown>>;
}

/** null: what it told is not on file any more. */
export function payloadOf(contents: Contents): Payload | null {
  const { event, brand, subject, notedAt, reference, note, disposition } = contents;
  const payload = (at: Date, data: object): Payload => ({
    type: event,
    timestamp: at.toISOString(),
    data: { brand, ...data },
  });
  if (event === 'agent.unresolved') return subject === null ? null : payload(notedAt, { agent: subject });
  if (reference === null) return null;
  const told = { ...contents, reference };
  switch (event) {
    case 'call.started':
      return payload(told.startedAt, ofCall({ ...told, endedAt: null, endReason: null }));
    case 'call.ended':
      return told.endedAt && payload(told.endedAt, ofCall(told));
    case 'call.completed':
      if (note === null || (note === '' && disposition === null)) return null;
      return payload(told.notesAt, { ...ofCall(told), outcome: disposition, note });
    case 'sale.recorded':
    case 'offer.declined':
      return told.outcomeId === null ? null : payload(told.recordedAt, { ...ofCall(told), ...ofOutcome(told) });
    case 'customer.objected':
      return payload(notedAt, { ...ofCall(told), objects: subject === 'true' });
    case 'pause.unconfirmed':
      return payload(told.pausedAt ?? notedAt, { ...ofCall(told), sequence: Number(subject) });
  }
}

/** Without what changes during a call, which a late delivery would tell wrongly. */
type ToldCall = Omit<CallView, 'on_hold' | 'recording_paused'>;

/** With the customer whom the desk shows. */
function ofCall(told: Contents & { reference: string }) {
  const call: ToldCall = {
    reference: told.reference,
    agent_email: told.agentEmail,
    phone_number: told.phoneNumber,
    customer_id: told.customerId,
    started_at: told.startedAt.toISOString(),
    ended_at: told.endedAt?.toISOString() ?? null,
    end_reason: told.endReason,
  };
  const customer =
    told.pickedCustomerId === null
      ? { customer_id: told.customerId, phone_number: told.phoneNumber }
      : { customer_id: told.pickedCustomerId || null, phone_number: told.pickedPhoneNumber };
  return { call, customer, test: told.isTest };
}

function ofOutcome({ event, qty, unitPrice, currency, reason, ...outcome }: Contents) {
  return {
    outcome_id: outcome.outcomeId,
    recommendation_id: outcome.recommendationId,
    sku: outcome.sku,
    ...(event === 'sale.recorded' ? { qty, unit_price: unitPrice, currency } : { reason }),
    voided_at: outcome.voidedAt?.toISOString() ?? null,
  };
}
