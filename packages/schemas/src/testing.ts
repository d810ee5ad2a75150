// Messages of the service, for tests of clients.

import type { CallEventMessage, CallState, CallStateMessage, CallView, Recording } from './call-state.ts';
import type { CustomerMatch } from './customer-match.ts';
import type { CallOffers } from './offers.ts';

export const reference = '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10';
export const otherReference = '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e11';

export function callView(members: Partial<CallView> = {}): CallView {
  return {
    reference,
    agent_email: 'rep@northwind.example',
    phone_number: '+14155550134',
    customer_id: '0042178',
    started_at: '2026-11-20T08:30:00.000Z',
    ended_at: null,
    end_reason: null,
    on_hold: false,
    recording_paused: false,
    ...members,
  };
}

/** A state with that version, which is its position too; the default sequence of its recording is 1000. */
export function callState(
  version: number,
  call: CallView | null,
  recording: Partial<Recording> | null = {},
): CallStateMessage {
  return {
    position: version,
    version,
    call,
    recording: recording && {
      paused: call?.recording_paused ?? false,
      sequence: 1000,
      confirmation: null,
      companion: 'connected',
      state: 'requested',
      ...recording,
    },
    customer: null,
    offers: null,
  };
}

export function callEvent(
  event: CallEventMessage['event'],
  state: CallState,
  members: Partial<CallEventMessage> = {},
): CallEventMessage {
  return {
    event,
    event_id: `${event}-${state.version}`,
    occurred_at: '2026-11-20T08:40:00.000Z',
    received_at: '2026-11-20T08:40:00.000Z',
    metadata: {},
    applied: true,
    state,
    ...members,
  };
}

export function customerMatch(match: CustomerMatch['match'], members: Partial<CustomerMatch> = {}): CustomerMatch {
  return { match, customer_id: null, name: null, phone_number: null, candidates: [], ...members };
}

/** Offers of `reference` with one item. */
export function callOffers(members: Partial<CallOffers> = {}): CallOffers {
  return {
    call_reference: reference,
    status: 'ready',
    recommendation_id: '5b1f0c5e-6f0f-4a57-9a0b-3f1c2b9d8e47',
    items: [
      {
        rank: 1,
        sku: '100517',
        title: 'Sapphire Pendant',
        web_price: 129.99,
        article_type: 'pendant',
        size: 0,
        slot: 1,
        reasons: ['popular'],
        on_hand: 6,
      },
    ],
    stock_age_seconds: 240,
    sequence: 1_795_163_400_731,
    asked_at: '2026-11-20T08:30:00.731Z',
    anchors: [],
    unknown_anchors: [],
    titles: {},
    next_question: null,
    known_sizes: {},
    outcomes: [],
    ...members,
  };
}
