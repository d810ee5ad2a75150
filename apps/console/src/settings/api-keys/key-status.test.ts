import type { ApiKeyView } from '@callside/schemas';
import { keyEnds, statusOf } from './key-status.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const key = (members: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  feature: 'call-events',
  label: null,
  created_at: '2026-01-01T12:00:00Z',
  created_by_user_id: null,
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  allowed_addresses: [],
  prefix: 'cs_live_',
  last_four: 'ab12',
  created_by_email: null,
  ...members,
});

test.each<[string, Partial<ApiKeyView>, string]>([
  ['without an end', {}, 'good'],
  ['with an end in the future', { expires_at: '2026-12-24T12:00:00Z' }, 'good'],
  ['with an end in the past', { expires_at: '2026-11-20T12:00:00Z' }, 'expired'],
  ['revoked, with any end', { expires_at: '2026-12-24T12:00:00Z', revoked_at: '2026-11-02T12:00:00Z' }, 'revoked'],
])('a key %s has its status', (_title, members, status) => {
  expect(statusOf(key(members), now)).toBe(status);
});

test('a key shows how it begins and its last four characters', () => {
  expect(keyEnds({ prefix: 'cs_live_', last_four: 'ab12' })).toBe('cs_live_…ab12');
});
