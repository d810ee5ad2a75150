// Every example is one of the golden payloads; a test checks this.

import type { ApiKeyList, ApiKeyView, IssuedApiKeyView } from '../api-keys.ts';
import type { CallView } from '../call-state.ts';
import type { CustomerMatch } from '../customer-match.ts';
import type { ErrorBody, ValidationErrorBody } from '../errors.ts';
import type { Experiments } from '../experiments.ts';
import type { FirstSteps } from '../first-steps.ts';
import type {
  CallDetail,
  ChatDetail,
  ChatList,
  EventLog,
  ExportedCall,
  LoggedEvent,
  SignedIn,
  TimelineEntry,
  TranscriptPage,
} from '../reads.ts';
import type { Results } from '../results.ts';
import type { TranscriptionSession } from '../transcription-session.ts';
import type { OpenApiExample } from './document.ts';

const brand = 'northwind';
const agent_email = 'rep@northwind.example';
const chatId = '5b0f3c1e-9a57-4c0e-8d43-6f1d2a7b9c10';
const next_cursor = 'MTc5NTE2MzQwMDQxMiA1YjBmM2MxZS05YTU3LTRjMGUtOGQ0My02ZjFkMmE3YjljMTA';

const customer: CustomerMatch = {
  match: 'one',
  customer_id: '0042178',
  name: 'Ada Park',
  phone_number: '+14155550134',
  candidates: [],
};

const liveCall: CallView = {
  reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  agent_email,
  phone_number: '+14155550134',
  customer_id: '0042178',
  started_at: '2026-11-20T08:30:00.412Z',
  ended_at: null,
  end_reason: null,
  on_hold: false,
  recording_paused: false,
};

const endedCall: CallView = { ...liveCall, ended_at: '2026-11-20T08:41:12.090Z', end_reason: 'ended' };

const liveSession: TranscriptionSession = { live: true, finalized_at: null, ended_at: '2026-11-20T08:30:09.120Z' };

const finalizedSession: TranscriptionSession = {
  live: false,
  finalized_at: '2026-11-20T08:41:15.334Z',
  ended_at: '2026-11-20T08:41:12.090Z',
};

const start: TimelineEntry = {
  event: 'call-started',
  event_id: 'call-8821-started',
  occurred_at: '2026-11-20T08:30:00.000Z',
  received_at: '2026-11-20T08:30:00.412Z',
  metadata: { queue: 'sales' },
  applied: true,
};

const chat: ChatDetail = {
  id: chatId,
  brand,
  created_at: liveCall.started_at,
  customer,
  call: liveCall,
  timeline: [start],
  timeline_truncated: false,
  transcript: [
    {
      sequence: 0,
      speaker: 'rep',
      text: 'Good morning, this is Northwind.',
      started_at: '2026-11-20T08:30:02.000Z',
      ended_at: '2026-11-20T08:30:04.300Z',
    },
  ],
  transcript_next_cursor: null,
  transcription_session: liveSession,
};

const transcript: TranscriptPage = { items: chat.transcript, next_cursor: null };

const call: CallDetail = {
  ...endedCall,
  chat_id: chatId,
  customer,
  timeline: [start],
  timeline_truncated: false,
  transcription_session: finalizedSession,
};

const chats: ChatList = {
  items: [{ id: chatId, created_at: liveCall.started_at, customer, call: liveCall }],
  next_cursor,
};

const event: LoggedEvent = {
  outcome: 'accepted',
  id: '90210',
  event: 'call-started',
  event_id: 'call-8821-started',
  agent_email,
  call_reference: liveCall.reference,
  phone_number: '+14155550134',
  customer_id: '0042178',
  metadata: { queue: 'sales' },
  occurred_at: '2026-11-20T08:30:00.000Z',
  received_at: '2026-11-20T08:30:00.412Z',
  agent_resolved: true,
  call_active: true,
};

const events: EventLog = { items: [event], next_cursor: null };

const everyOutcome: EventLog = {
  items: [
    {
      outcome: 'refused',
      id: 'r311',
      event: 'recording-paused',
      agent_email,
      received_at: '2026-11-20T08:31:02.120Z',
      status: 401,
      reason: 'The API key was revoked.',
      request_id: '5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71',
      api_key_id: '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
      address: '203.0.113.7',
    },
    event,
  ],
  next_cursor: null,
};

const me: SignedIn = {
  id: 'c0a8f3d2-1c6b-4e1f-8a57-9d3f2b7e6c05',
  email: 'owner@northwind.example',
  name: 'Sam Reyes',
  role: 'owner',
  brand,
  brand_settings: {
    name: 'Northwind Jewellers',
    country: 'US',
    time_zone: 'America/New_York',
    currency: 'USD',
    shown_metadata: ['queue', 'campaign'],
    offers: true,
  },
};

const apiKey: ApiKeyView = {
  id: '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
  feature: 'call-events',
  label: 'Main dialler',
  created_at: '2026-11-20T08:00:00.000Z',
  created_by_user_id: me.id,
  expires_at: '2027-02-18T08:00:00.000Z',
  revoked_at: null,
  last_used_at: '2026-11-20T08:41:12.090Z',
  allowed_addresses: ['203.0.113.0/24'],
  prefix: 'cs_live_',
  last_four: '4567',
  created_by_email: me.email,
};

const revokedKey: ApiKeyView = { ...apiKey, revoked_at: '2026-11-21T09:15:00.000Z' };
const apiKeys: ApiKeyList = { items: [apiKey] };

const issuedKey: IssuedApiKeyView = {
  id: apiKey.id,
  key: 'cs_live_0123456789abcdef0123456789abcdef01234567',
  feature: 'call-events',
  brand,
  label: 'Main dialler',
  created_at: apiKey.created_at,
  expires_at: apiKey.expires_at,
  allowed_addresses: ['203.0.113.0/24'],
};

const exportedCall: ExportedCall = {
  ...endedCall,
  picked_customer_id: null,
  picked_phone_number: null,
  transcription_session: finalizedSession,
};

const busyDay = {
  calls: 210,
  time_to_screen: { events: 842, p50_ms: 31, p95_ms: 120 },
  offers: { recommendations: 230, items: 690 },
  shown: { recommendations: 205, items: 615 },
  sold: 31,
  declined: 44,
  conversion: { counted: 224, converted: 28, share: 0.125 },
  revenue: '3871.45',
  gross_revenue: '3961.45',
  returned_revenue: '90.00',
};

const quietDay = {
  calls: 0,
  time_to_screen: { events: 0, p50_ms: null, p95_ms: null },
  offers: { recommendations: 0, items: 0 },
  shown: { recommendations: 0, items: 0 },
  sold: 0,
  declined: 0,
  conversion: { counted: 0, converted: 0, share: null },
  revenue: '0',
  gross_revenue: '0',
  returned_revenue: '0',
};

const results: Results = {
  by: 'day',
  from: '2026-11-20',
  to: '2026-11-22',
  time_zone: 'America/New_York',
  currency: 'USD',
  totals: busyDay,
  tests: 'left_out',
  test_calls: 3,
  rows_left_out: 0,
  rows: [
    { key: '2026-11-20', label: '2026-11-20', ...busyDay },
    { key: '2026-11-21', label: '2026-11-21', ...quietDay },
  ],
};

const experiments: Experiments = {
  currency: 'USD',
  items: [
    {
      name: 'do-offers-help',
      started_at: '2026-10-01T08:00:00.000Z',
      stopped_at: null,
      arms: [
        { arm: 'holdout', percent: 50, callers: 21020, calls: 24310, revenue: 118400.5, revenue_per_call: 4.87 },
        { arm: 'current', percent: 50, callers: 20988, calls: 24290, revenue: 164689.2, revenue_per_call: 6.78 },
      ],
      comparisons: [
        {
          arm: 'current',
          against: 'holdout',
          difference: 1.91,
          low: 0.42,
          high: 3.4,
          verdict: 'more',
          calls_needed: 0,
        },
      ],
      sample_ratio_ok: true,
    },
  ],
};

const firstSteps: FirstSteps = {
  products: 1200,
  dialler: { has_sent: false, refused: { requests: 7, last_seen_at: '2026-11-20T15:04:05.000Z' } },
  reps: { active: 3, signed_in: 1 },
  companion: false,
  model: { trained_at: null },
};

export const answerExamples = {
  chats: { page: { summary: 'A page that is not the last', value: chats } },
  chat: { live: { summary: 'A live call that is being transcribed', value: chat } },
  transcript: { page: { summary: 'The last page', value: transcript } },
  call: { ended: { summary: 'A call that has ended', value: call } },
  exportedCall: { ended: { summary: 'A line of NDJSON', value: exportedCall } },
  events: {
    page: { summary: 'The last page', value: events },
    all: { summary: 'With a refused request', value: everyOutcome },
  },
  firstSteps: { begun: { summary: 'A dialler with a wrong key', value: firstSteps } },
  experiments: { one: { summary: 'Offers against none', value: experiments } },
  results: { by_day: { summary: 'Two days', value: results } },
  me: { owner: { value: me } },
  apiKeys: { list: { value: apiKeys } },
  issuedKey: { issued: { value: issuedKey } },
  revokedKey: { revoked: { value: revokedKey } },
} satisfies Record<string, Record<string, OpenApiExample>>;

export const apiKeyRequestExamples: Record<string, OpenApiExample> = {
  required: { summary: 'Only what is required', value: { feature: 'call-events' } },
  everything: {
    summary: 'Everything that can be sent',
    value: { feature: 'call-events', label: 'Main dialler', expires_in: '90d', allowed_addresses: ['203.0.113.0/24'] },
  },
};

const request_id = '9f1c6f0e-6f0b-4d0a-9c53-3a8d1f5c7b21';

export const readErrorExamples = {
  session: { detail: 'Session token is invalid or missing.' },
  brand: { detail: 'This is not a brand of yours.' },
  owner: { detail: 'Only owners of the brand may do this.' },
  chat: { detail: 'There is no such chat.' },
  offerSold: {
    detail:
      'This offer is on file as sold: outcome_id 7f1c2a90, recorded at 2026-11-20T08:33:10.118Z. A decline does not undo a ' +
      'sale: name it in replaces. When the product comes back later, import the return.',
  },
  outcomeReplaced: {
    detail: 'The outcome 7f1c2a90 was replaced by outcome_id 0b44e1d2 at 2026-11-20T08:33:41.007Z.',
  },
  resultStored: { detail: 'The result of the call is stored: its outcomes can no longer be corrected.' },
  tooLate: {
    detail:
      'An outcome can be withdrawn for a minute. Until the result of the call is stored, correct it: record another one with replaces.',
  },
  notesChanged: { detail: 'The notes have changed since they were read.' },
  leaseStore: {
    detail: 'Whether the transcription session is live cannot be read at the moment; retry later.',
    request_id,
  },
} satisfies Record<string, ErrorBody>;

export const badQueryExample: ValidationErrorBody = {
  detail: [
    { type: 'less_than_equal', loc: ['query', 'limit'], msg: 'limit must be a whole number from 1 to 200' },
    { type: 'value_error', loc: ['query', 'to'], msg: 'to must not be before from' },
  ],
};

export const badOrderExample: ValidationErrorBody = {
  detail: [{ type: 'missing', loc: ['body', 'feature'], msg: 'feature is required' }],
};
