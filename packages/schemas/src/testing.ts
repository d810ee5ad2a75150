// Messages of the service, for tests of clients.

import type { CallEventMessage, CallState, CallView } from './call-state.ts';
import type { CustomerMatch } from './customer-match.ts';

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

/** A state with that version; the default sequence of its recording is 1000. */
export function callState(
  version: number,
  call: CallView | null,
  recording: Partial<CallState['recording']> = {},
): CallState {
  return {
    version,
    call,
    recording: {
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
