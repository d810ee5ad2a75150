// Every example is one of the golden payloads; a test checks this.

import type { CallEventName, CallEventResponse } from '../call-event.ts';
import type { CallEventMessage, CallState, CallView, Recording } from '../call-state.ts';
import type { ValidationErrorBody } from '../errors.ts';
import { deskExamples } from './desk-examples.ts';
import type { OpenApiExample } from './document.ts';
import { offerAnswerExamples } from './offer-examples.ts';

const agent_email = 'rep@northwind.example';
const customer_id = '0042178';
const required = 'Only what is required';
const everything = 'Everything that can be sent';

export const bodyExamples: Record<CallEventName, Record<string, OpenApiExample>> = {
  'call-started': {
    everything: {
      summary: everything,
      value: {
        agent_email,
        phone_number: '+14155550134',
        customer_id,
        event_id: 'call-8821-started',
        occurred_at: '2026-11-20T09:30:00+01:00',
        metadata: { queue: 'sales', campaign: { id: 12, tags: ['winter', 'vip'] } },
      },
    },
    required: { summary: required, value: { agent_email, phone_number: '+14155550134' } },
    withheld: { summary: 'Withheld caller ID', value: { agent_email, phone_number: 'anonymous' } },
  },
  'call-ended': {
    everything: {
      summary: everything,
      value: {
        agent_email,
        phone_number: '+14155550134',
        customer_id,
        event_id: 'call-8821-ended',
        occurred_at: '2026-11-20T09:41:12+01:00',
        metadata: { disposition: 'sale' },
      },
    },
    required: { summary: required, value: { agent_email } },
  },
  'hold-started': controlExamples('call-8821-hold-1', '2026-11-20T08:33:00Z', {}),
  'hold-ended': controlExamples('call-8821-unhold-1', '2026-11-20T08:33:40Z', {}),
  'recording-paused': controlExamples('call-8821-pause-1', '2026-11-20T08:36:02.250Z', { reason: 'card payment' }),
  'recording-resumed': controlExamples('call-8821-resume-1', '2026-11-20T08:37:30.750Z', { reason: 'card payment' }),
};

function controlExamples(event_id: string, occurred_at: string, metadata: object): Record<string, OpenApiExample> {
  return {
    everything: { summary: everything, value: { agent_email, customer_id, event_id, occurred_at, metadata } },
    required: { summary: required, value: { agent_email } },
  };
}

function response(outcome: Partial<CallEventResponse>): CallEventResponse {
  return {
    accepted: true,
    duplicate: false,
    agent_resolved: true,
    call_active: true,
    delivered_sockets: 0,
    ...outcome,
  };
}

export const responseExamples: Record<string, OpenApiExample> = {
  live: {
    summary: 'It was applied to a live call, and one tab received it',
    value: response({ delivered_sockets: 1 }),
  },
  duplicate: { summary: 'It was recorded before', value: response({ duplicate: true }) },
  no_live_call: { summary: 'Recorded; the rep is on no call', value: response({ call_active: false }) },
  rep_not_known: {
    summary: 'Recorded; the address matches no active user of the brand',
    value: response({ agent_resolved: false, call_active: false }),
  },
};

export const validationErrorExamples = {
  missingFields: {
    detail: [
      { type: 'missing', loc: ['body', 'agent_email'], msg: 'agent_email is required' },
      { type: 'missing', loc: ['body', 'phone_number'], msg: 'phone_number is required' },
    ],
  },
  wrongType: {
    detail: [{ type: 'string_type', loc: ['body', 'customer_id'], msg: 'customer_id must be a string' }],
  },
} satisfies Record<string, ValidationErrorBody>;

const reference = '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10';
const pausedAt = 1_795_163_762_250;

const liveCall: CallView = {
  reference,
  agent_email,
  phone_number: '+14155550134',
  customer_id,
  started_at: '2026-11-20T08:30:00.412Z',
  ended_at: null,
  end_reason: null,
  on_hold: false,
  recording_paused: false,
};

const liveState: CallState = {
  version: 17,
  call: liveCall,
  recording: {
    paused: false,
    sequence: 1_795_163_400_412,
    confirmation: null,
    companion: 'connected',
    state: 'requested',
  },
  customer: {
    match: 'one',
    customer_id,
    name: 'Ada Example',
    phone_number: '+14155550134',
    candidates: [],
  },
  offers: null,
};

const diallersRecording: Recording = {
  by: 'dialler',
  paused: false,
  sequence: 1_795_163_400_412,
  confirmation: null,
  companion: 'absent',
  state: 'dialler',
};

const startMessage: CallEventMessage = {
  position: 31,
  event: 'call-started',
  event_id: 'call-8821-started',
  occurred_at: '2026-11-20T08:30:00.000Z',
  received_at: '2026-11-20T08:30:00.412Z',
  metadata: { queue: 'sales' },
  applied: true,
  state: liveState,
};

const impliedEndMessage: CallEventMessage = {
  position: 40,
  event: 'call-ended',
  event_id: null,
  occurred_at: '2026-11-20T08:41:12.000Z',
  received_at: '2026-11-20T08:41:12.000Z',
  metadata: {},
  applied: true,
  end_reason: 'superseded',
  state: {
    version: 23,
    call: null,
    recording: {
      paused: false,
      sequence: 1_795_164_072_000,
      confirmation: null,
      companion: 'absent',
      state: 'unknown',
    },
    customer: null,
    offers: null,
  },
};

export const socketExamples = {
  transcriptChunk: deskExamples.transcriptChunk,
  callNotes: deskExamples.callNotesMessage,
  callState: {
    live: { summary: 'A live call', value: { ...liveState, position: 31 } },
    dialler: {
      summary: 'A live call of a brand whose dialler records',
      value: { ...liveState, recording: diallersRecording, position: 31 },
    },
    nobody: { summary: 'A live call that nobody records', value: { ...liveState, recording: null, position: 31 } },
  },
  callEvent: {
    start: { summary: 'A start', value: startMessage },
    implied_end: { summary: 'An end that the service made, before the start that caused it', value: impliedEndMessage },
  },
  recordingConfirmation: {
    pause: { value: { sequence: pausedAt, paused: true, confirmed_at: '2026-11-20T08:36:02.377Z' } },
  },
  companionPresence: {
    came: { summary: 'The first companion came', value: { connected: true, at: '2026-11-20T08:30:02.117Z' } },
    went: { summary: 'The last companion went', value: { connected: false, at: '2026-11-20T08:39:40.905Z' } },
  },
  alive: { alive: { value: { at: '2026-11-20T08:36:03.004Z' } } },
  offers: offerAnswerExamples.offers,
  recordingState: {
    no_call: { summary: 'On connect without a call', value: { paused: false, sequence: 0, call_reference: null } },
    paused: { summary: 'A pause', value: { paused: true, sequence: pausedAt, call_reference: reference } },
  },
  callReference: { call: { value: { call_reference: reference } } },
  tokenExpiring: { soon: { value: { expires_at: '2026-11-21T14:00:00.000Z' } } },
} satisfies Record<string, Record<string, OpenApiExample>>;
