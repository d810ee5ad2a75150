import '../../texts/testing.ts';
import { auditActions } from '@callside/schemas';
import i18next from 'i18next';
import type { Formats } from '../../app/use-formats.ts';
import german from '../../texts/de.json';
import english from '../../texts/en.json';
import { actionKey, auditSentence } from './audit-words.ts';

const formats = {
  dateTime: (instant) => `at ${instant}`,
  number: String,
  percent: (share) => `${share * 100}%`,
} as Partial<Formats> as Formats;
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
const sentence = (action: string, detail: object, subject = 's') =>
  plain(auditSentence({ action, subject, detail }, i18next, formats));

test.each([
  ['English', english],
  ['German', german],
])('every action has a name and a sentence in %s', (_language, { audit }) => {
  const keys = auditActions.map(actionKey).sort();
  expect(Object.keys(audit.actions).sort()).toEqual(keys);
  expect(Object.keys(audit.did).sort()).toEqual(keys);
  expect(keys).toEqual(expect.arrayContaining(Object.keys(audit.otherwise)));
});

test.each([
  ['key.issue', { feature: 'call-events', label: 'Main' }, 'Issued the API key Main (Call events).'],
  ['key.revoke', { feature: 'embed', label: null }, 'Revoked the API key without a name (Embedding).'],
  ['user.set', { email: 'ann@a.b', role: 'owner' }, 'Changed ann@a.b: role: owner.'],
  ['user.set', { email: 'ann@a.b' }, 'Changed ann@a.b.'],
  ['brand.set', { exploration_rate: 0.05, hosts: ['a', 'b'] }, 'Changed settings: drawn offers: 5%; hosts: a, b.'],
  ['user.set', { email: 'ann@a.b', role: 'lead', team: 'North' }, 'Changed ann@a.b: role: team lead; team: North.'],
  ['brand.set', { retention_days: null }, 'Changed settings: days until personal data is deleted: none.'],
  ['retention.set', { days: 90 }, 'Set the retention of personal data to 90 days.'],
  ['retention.set', { days: null }, 'Set that personal data is kept without a time limit.'],
  ['session.start', { by: 'identity provider' }, 'Signed in with the identity provider.'],
  ['session.refused', { reason: 'other_account' }, 'Was not signed in: the person is bound to another account.'],
  ['rule.set', { before: {}, after: {} }, 'Changed the merchandising rule s.'],
  ['event.test', { event: 'call-started', event_id: null }, 'Placed a test call: Call started.'],
  [
    'token.issue',
    { email: 'a@b', audience: 'tab', expires_at: '2026-11-20T10:00:00.000Z' },
    /desk\), valid until at 2026/,
  ],
  ['catalog.import', { inserted: 1200, updated: 0 }, 'Imported products from s: 1200 new, 0 changed, – refused.'],
  ['of.later', {}, 'of.later'],
])('%s with %j is said in words', (action, detail, words) => {
  expect(sentence(action, detail)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
});

test('no sentence has a placeholder, whatever an entry lacks', () => {
  for (const action of auditActions) expect(sentence(action, {})).not.toMatch(/[{}]|undefined|null/);
});
