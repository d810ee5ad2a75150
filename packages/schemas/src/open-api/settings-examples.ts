// Every example is one of the golden payloads; a test checks this.

import type { IssuedApiKeyView, RefusedKeyList } from '../api-keys.ts';
import type { AuditLog, OwnedBrand } from '../brand-settings.ts';
import type { EmbedToken } from '../embed-tokens.ts';
import type { ErrorBody, ValidationErrorBody } from '../errors.ts';
import type { People, Person } from '../people.ts';
import type { OpenApiExample } from './document.ts';

const ownerId = 'c0a8f3d2-1c6b-4e1f-8a57-9d3f2b7e6c05';
const ownerEmail = 'owner@northwind.example';

const person: Person = {
  id: '1f9d2c34-6b0a-4c1b-9a43-2f6e1b7d8c90',
  email: 'rep@northwind.example',
  name: 'Robin Vale',
  role: 'rep',
  status: 'invited',
  created_at: '2026-11-20T08:00:00.000Z',
  last_login_at: null,
};

const people: People = {
  items: [
    { ...person, status: 'active', last_login_at: '2026-11-21T07:58:12.000Z' },
    {
      id: ownerId,
      email: ownerEmail,
      name: 'Sam Reyes',
      role: 'owner',
      status: 'active',
      created_at: '2026-11-19T10:00:00.000Z',
      last_login_at: '2026-11-21T08:02:40.000Z',
    },
  ],
};

const brand: OwnedBrand = {
  slug: 'northwind',
  name: 'Northwind Jewellers',
  country: 'US',
  hosts: ['calls.northwind.example'],
  currency: 'USD',
  time_zone: 'America/New_York',
  shown_metadata: ['queue', 'campaign'],
  context_fields: ['queue'],
  retention_days: 365,
  frame_origins: ['https://crm.northwind.example'],
  exploration_rate: 0.05,
  recording_by: 'companion',
  version: '5f0c6a525f0e4c5e9d572f6d1b0c9a11',
};

const audit: AuditLog = {
  items: [
    {
      id: '4711',
      at: '2026-11-21T09:15:00.000Z',
      actor: ownerEmail,
      actor_user_id: ownerId,
      origin: '203.0.113.7',
      action: 'key.revoke',
      subject: '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
      detail: { feature: 'call-events', label: 'Main dialler' },
    },
    {
      id: '4702',
      at: '2026-11-20T08:00:00.000Z',
      actor: 'operator:deploy',
      actor_user_id: null,
      origin: 'ops-1',
      action: 'brand.create',
      subject: '5b0f3c1e-9a57-4c0e-8d43-6f1d2a7b9c10',
      detail: { slug: 'northwind' },
    },
  ],
  next_cursor: null,
};

const replacement: IssuedApiKeyView = {
  id: '8a1d7b63-6a1f-4d6f-8e68-3a7e2c1d0b22',
  key: 'cs_live_76543210fedcba9876543210fedcba9876543210',
  feature: 'call-events',
  brand: 'northwind',
  label: 'Main dialler',
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2027-02-19T09:00:00.000Z',
  allowed_addresses: ['203.0.113.0/24'],
  replaced: { id: '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11', expires_at: '2026-11-21T10:00:00.000Z' },
};

const refusedKeys: RefusedKeyList = {
  items: [
    {
      key: 'cs_live_…4567',
      reason: 'revoked',
      feature: 'call-events',
      address: '203.0.113.7',
      api_key_id: '7f0c6a52-5f0e-4c5e-9d57-2f6d1b0c9a11',
      label: 'Main dialler',
      requests: 118,
      first_seen_at: '2026-11-21T09:15:04.000Z',
      last_seen_at: '2026-11-21T10:02:31.000Z',
    },
    {
      key: null,
      reason: 'missing',
      feature: 'call-events',
      address: '203.0.113.8',
      api_key_id: null,
      label: null,
      requests: 3,
      first_seen_at: '2026-11-20T08:00:00.000Z',
      last_seen_at: '2026-11-20T08:01:12.000Z',
    },
  ],
};

const embedToken: EmbedToken = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxZjlkMmMzNCJ9.c2lnbmF0dXJl',
  expires_at: '2026-11-21T09:10:00.000Z',
};

/** For answers, by name. */
export const settingsAnswers = {
  person: { invited: { summary: 'Invited', value: person } },
  invited: {
    usual: { value: { ...person, alias_of: null } },
    alias: { value: { ...person, alias_of: { name: 'Sam Reyes', email: ownerEmail } } },
  },
  people: { list: { value: people } },
  brand: { all: { value: brand } },
  audit: { page: { summary: 'The last page', value: audit } },
  replacement: { replaced: { value: replacement } },
  refusedKeys: { list: { value: refusedKeys } },
  embedToken: { token: { value: embedToken } },
} satisfies Record<string, Record<string, OpenApiExample>>;

/** For bodies, by name. */
export const settingsBodies = {
  replacement: { hour: { value: { overlap: '1h' } } },
  invitation: { owner: { value: { email: 'rep@northwind.example', name: 'Robin Vale', role: 'rep' } } },
  personChange: { role: { value: { role: 'owner' } }, deactivate: { value: { status: 'deactivated' } } },
  brandChange: {
    some: { summary: 'Only what changes', value: { currency: 'EUR', shown_metadata: ['queue', 'campaign'] } },
    hosts: { value: { hosts: ['calls.northwind.example', 'calls2.northwind.example'] } },
    retention: { summary: 'Delete nothing by age', value: { retention_days: null } },
  },
  embedTokenRequest: { user: { value: { email: 'rep@northwind.example' } } },
} satisfies Record<string, Record<string, OpenApiExample>>;

export const settingsErrors = {
  conflict: { detail: 'This is the only active owner: make somebody else an owner first.' },
  keyEnded: { detail: 'This key is revoked or has expired: issue a new one.' },
  noUser: { detail: 'There is no such active user.' },
} satisfies Record<string, ErrorBody>;

export const badSettingExample: ValidationErrorBody = {
  detail: [{ type: 'value_error', loc: ['body', 'currency'], msg: 'currency must be an ISO 4217 code, such as USD' }],
};
