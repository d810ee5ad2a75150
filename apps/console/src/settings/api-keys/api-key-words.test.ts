import type { ApiKeyView } from '@callside/schemas';
import { dayText, endText, keyName, lastUseText, standingOf } from './api-key-words.ts';

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
  ...members,
});

test.each<[string, Partial<ApiKeyView>, string, string]>([
  ['without an end', {}, 'good', 'Never'],
  ['with an end ahead', { expires_at: '2026-12-24T12:00:00Z' }, 'good', dayText('2026-12-24T12:00:00Z')],
  [
    'with an end that has come',
    { expires_at: '2026-11-20T12:00:00Z' },
    'expired',
    `Expired ${dayText('2026-11-20T12:00:00Z')}`,
  ],
  [
    'revoked, whatever its end',
    { expires_at: '2026-12-24T12:00:00Z', revoked_at: '2026-11-02T12:00:00Z' },
    'revoked',
    `Revoked ${dayText('2026-11-02T12:00:00Z')}`,
  ],
])('a key %s', (_title, members, standing, text) => {
  expect(standingOf(key(members), now)).toBe(standing);
  expect(endText(key(members), now)).toBe(text);
});

test('the last use is an age within a day, and a day after that', () => {
  expect(lastUseText(key(), now)).toBe('Never');
  expect(lastUseText(key({ last_used_at: '2026-11-20T11:55:00Z' }), now)).toBe('5 min ago');
  expect(lastUseText(key({ last_used_at: '2026-11-18T12:00:00Z' }), now)).toBe(dayText('2026-11-18T12:00:00Z'));
});

test('a key without a label is named after its feature', () => {
  expect(keyName(key({ label: 'Main dialler' }))).toBe('Main dialler');
  expect(keyName(key())).toBe('Unnamed key for call events');
});
