// Every example is one of the golden payloads; a test checks this.

import type {
  AddedEndpoint,
  EndpointDeliveries,
  EndpointList,
  EndpointView,
  RemovedEndpoint,
  ResentDeliveries,
} from '../endpoints.ts';
import type { ErasureView } from '../erasure.ts';
import type { ImportMessage } from '../imports.ts';
import type {
  IntegrationAddress,
  IntegrationList,
  IntegrationView,
  PlatformView,
  RemovedIntegration,
} from '../integrations.ts';
import type { ModelWork } from '../recommender-models.ts';
import type { OpenApiExample } from './document.ts';

const platform: PlatformView = { platform: 'twilio', name: 'Twilio', support: 'verified', secret: 'auth token' };

const integration: IntegrationView = {
  ...platform,
  url: 'https://calls.northwind.example/integrations/twilio',
  updated_at: '2026-11-20T08:00:00.000Z',
  last_accepted: {
    at: '2026-11-20T08:30:00.412Z',
    fields: { event: '(text)', call: { from: '(text)' } },
    reason: null,
    events: [
      {
        event: 'call-started',
        agent: 'rep@northwind.example',
        agent_resolved: true,
        call_active: true,
        duplicate: false,
      },
    ],
  },
  last_refused: {
    at: '2026-11-20T08:29:12.000Z',
    fields: null,
    reason: 'The signature is wrong or missing.',
    events: [],
  },
};

const list: IntegrationList = { items: [integration], platforms: [platform] };
const address: IntegrationAddress = {
  platform: 'vonage',
  url: 'https://calls.northwind.example/integrations/vonage?agent=rep%40northwind.example&token=4f1d',
};
const removed: RemovedIntegration = { platform: 'twilio', removed: true };
const erasure: ErasureView = {
  dry_run: true,
  found: [{ customer_id: '0042178', name: 'Maria Lopez' }],
  customers: 1,
  order_lines: 4,
  calls: 2,
  chats: 2,
  transcription_sessions: 1,
  transcription_chunks: 38,
  call_events: 9,
  recommendations: 2,
  purchases: 1,
  purchase_lines: 1,
  live_calls: 1,
  left: [{ kind: 'live_calls', number: null, count: 1 }],
};
const endpoint: EndpointView = {
  id: '5b0f3c1e-9a57-4c0e-8d43-6f1d2a7b9c10',
  url: 'https://crm.northwind.example/callside',
  events: ['call.started', 'call.completed'],
  state: 'on',
  created_at: '2026-11-20T08:00:00.000Z',
  failing_since: null,
  off_at: null,
  waiting: 0,
  failed: 0,
};
const endpoints: EndpointList = { items: [endpoint] };
const addedEndpoint: AddedEndpoint = { ...endpoint, secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };
const removedEndpoint: RemovedEndpoint = { id: endpoint.id, removed: true };
const deliveries: EndpointDeliveries = {
  items: [
    {
      id: 'msg_0123456789abcdef0123456789abcdef',
      event: 'call.completed',
      call_reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
      created_at: '2026-11-20T08:35:00.000Z',
      state: 'delivered',
      attempts: 2,
      attempted_at: '2026-11-20T08:35:09.000Z',
      due_at: null,
      status: 204,
      problem: null,
    },
  ],
};
const resentDeliveries: ResentDeliveries = { id: endpoint.id, resent: 1 };
const training: ModelWork = {
  kind: 'train',
  version: null,
  started_at: '2026-11-20T08:00:00.000Z',
  state: 'running',
  progress: { step: 'orders on file', done: 0, total: 0 },
  evaluation: null,
  problem: null,
};
const imported: ImportMessage = {
  type: 'report',
  report: {
    inserted: 1998,
    updated: 0,
    unchanged: 1,
    rejected: 1,
    errors: [{ line: 3, reason: 'title must not be empty' }],
    dry_run: false,
  },
};

/** For answers, by name. */
export const administrationAnswers = {
  integrations: { list: { value: list } },
  integration: { set: { value: integration } },
  integrationAddress: { agent: { value: address } },
  removedIntegration: { removed: { value: removed } },
  endpoints: { list: { value: endpoints } },
  addedEndpoint: { added: { value: addedEndpoint } },
  removedEndpoint: { removed: { value: removedEndpoint } },
  endpointDeliveries: { list: { value: deliveries } },
  resentDeliveries: { resent: { value: resentDeliveries } },
  erasure: { counted: { summary: 'A dry run', value: erasure } },
  training: { begun: { value: training } },
  imported: { last: { summary: 'The last line', value: imported } },
} satisfies Record<string, Record<string, OpenApiExample>>;

/** For bodies, by name. */
export const administrationBodies = {
  integration: {
    secret: { value: { secret: 'what the platform signs with' } },
    none: { summary: 'It signs nothing', value: {} },
  },
  integrationAddress: { agent: { value: { agent: 'rep@northwind.example', customer: '447700900123' } } },
  endpoint: {
    crm: { value: { url: 'https://crm.northwind.example/callside', events: ['call.started', 'call.completed'] } },
  },
  resendDeliveries: {
    all: { value: {} },
    one: { value: { delivery: 'msg_0123456789abcdef0123456789abcdef' } },
  },
  erasure: {
    count: { summary: 'Only count', value: { phone: '+14155550134', dry_run: true } },
    erase: { value: { customer_id: '0042178', dry_run: false } },
  },
  training: { revenue: { value: { objective: 'revenue' } } },
} satisfies Record<string, Record<string, OpenApiExample>>;
