// Every example is one of the golden payloads; a test checks this.

import type { AgentAliasList, AgentAliasRequest, AgentAliasView, UnresolvedAgents } from '../agents.ts';
import type { CallEventResponse } from '../call-event.ts';
import type { EventWay, ResendRequest, ResentEvent, TestCallRequest, TestCalls, WouldChange } from '../event-way.ts';
import type { RuleList, RuleView } from '../rules.ts';

const user_id = '0d1f6c52-5f0e-4c5e-9d57-2f6d1b0c9a11';
const email = 'rep@northwind.example';
const name = 'Robin Reyes';

const accepted: EventWay = {
  item: {
    outcome: 'accepted',
    id: '90210',
    event: 'call-started',
    event_id: 'call-8821-started',
    agent_email: 'rep@northwind.example',
    call_reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
    phone_number: '+14155550134',
    customer_id: '0042178',
    metadata: {
      queue: 'sales',
    },
    occurred_at: '2026-11-20T08:30:00.000Z',
    received_at: '2026-11-20T08:30:00.412Z',
    agent_resolved: true,
    call_active: true,
  },
  brand: 'northwind',
  key: {
    label: 'Main dialler',
    prefix: 'cs_live_',
    last_four: '3210',
  },
  rep: {
    email: 'rep@northwind.example',
    name: 'Robin Reyes',
  },
  request_id: '5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71',
  painted_after_ms: 31,
  painted_tabs: 1,
  recording: null,
  body: null,
  steps: [
    {
      step: 'received',
      state: 'done',
      at: '2026-11-20T08:30:00.412Z',
      text: 'The service received the request.',
    },
    {
      step: 'painted',
      state: 'done',
      at: '2026-11-20T08:30:00.443Z',
      text: 'Painted after 31 ms in 1 tabs.',
    },
  ],
};

const refused: EventWay = {
  item: {
    outcome: 'refused',
    id: 'r311',
    event: 'call-started',
    agent_email: 'rep@northwind.example',
    received_at: '2026-11-20T08:31:02.120Z',
    status: 422,
    reason: 'phone_number must not be empty',
    request_id: '5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71',
    api_key_id: null,
    address: '203.0.113.7',
  },
  brand: 'northwind',
  key: null,
  rep: null,
  request_id: '5b0e7c1a-2f4d-4d55-8a43-0d5c9c6f2e71',
  painted_after_ms: null,
  painted_tabs: 0,
  recording: null,
  body: {
    agent_email: 'rep@northwind.example',
    phone_number: '',
    customer_id: '*****78',
    metadata: {
      queue: '(text)',
    },
  },
  steps: [
    {
      step: 'committed',
      state: 'failed',
      at: null,
      text: 'Refused with status 422: phone_number must not be empty',
    },
  ],
};

const placed: CallEventResponse = {
  accepted: true,
  duplicate: false,
  agent_resolved: true,
  call_active: true,
  delivered_sockets: 1,
};

const resent: ResentEvent = { ...placed, event_id: 'resent-7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11' };

const wouldChange: WouldChange = {
  detail:
    'The event would change the live call of the rep. Send it with the reference of that call as confirm_call to do that.',
  would_change: {
    call: {
      reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
      agent_email: 'rep@northwind.example',
      phone_number: '+14155550134',
      customer_id: '0042178',
      started_at: '2026-11-20T08:30:00.412Z',
      ended_at: null,
      end_reason: null,
      on_hold: false,
      recording_paused: false,
    },
    effect: 'superseded',
  },
};

const testCalls: TestCalls = { allowed: true, reps: [{ user_id, email, name, on_call: 'none' }] };

const unresolved: UnresolvedAgents = {
  items: [
    {
      agent: 'sip/1001',
      events: 12,
      first_seen_at: '2026-11-18T07:00:01.000Z',
      last_seen_at: '2026-11-20T08:30:00.412Z',
      likely_user: { user_id, email, name, status: 'active' },
    },
  ],
  truncated: false,
  users: [{ user_id, email, name }],
};

const alias: AgentAliasView = {
  alias: 'sip/1001',
  user_id,
  email,
  name,
  status: 'active',
  created_at: '2026-11-20T08:32:00.000Z',
};
const aliases: AgentAliasList = { items: [alias] };

const pin: RuleView = {
  name: 'summer-pin',
  kind: 'pin',
  sku: '1001',
  rank: 1,
  from: '2026-06-01',
  until: '2026-08-31',
  condition: 'always',
  updated_at: '2026-05-20T08:32:00.000Z',
};
const rules: RuleList = { items: [pin] };
const ruleOrder = { name: 'no-gift-cards', kind: 'block', article_type: 'gift card' };

export const ownerExamples = {
  rules: { list: { summary: 'One rule', value: rules } },
  addedRule: { added: { summary: 'A pinned product', value: { ...pin, in_catalogue: true } } },
  removedRule: { removed: { summary: 'The rule of before', value: { name: 'summer-pin' } } },
  eventWay: {
    accepted: { summary: 'An event that a tab has painted', value: accepted },
    refused: { summary: 'A refused request', value: refused },
  },
  resentEvent: { sent: { summary: 'It was applied to a call', value: resent } },
  wouldChange: { replaced: { summary: 'The rep is on another call', value: wouldChange } },
  testCalls: { allowed: { summary: 'Allowed', value: testCalls } },
  placedEvent: { placed: { summary: 'The call is on the screen of the rep', value: placed } },
  unresolvedAgents: { list: { summary: 'An extension without a user', value: unresolved } },
  agentAliases: { list: { summary: 'One alias', value: aliases } },
  addedAlias: { added: { summary: 'It applies from the next event', value: alias } },
  removedAlias: { removed: { summary: 'The alias of before', value: alias } },
};

const resendRequest: ResendRequest = {
  event: 'call-started',
  body: { agent_email: email, phone_number: '+14155550134' },
  confirm_call: null,
};
const testCallRequest: TestCallRequest = { event: 'call-started', user_id, phone_number: '+14155550134' };
const aliasRequest: AgentAliasRequest = { alias: 'SIP/1001', user_id };

export const ownerOrderExamples = {
  resend: { corrected: { summary: 'With the missing number', value: resendRequest } },
  testCall: { start: { summary: 'A call begins', value: testCallRequest } },
  alias: { alias: { summary: 'An extension', value: aliasRequest } },
  rule: { block: { summary: 'No gift cards', value: ruleOrder } },
};
