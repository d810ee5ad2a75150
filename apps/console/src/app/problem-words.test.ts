import '../texts/testing.ts';
import './owner-problem-words.ts';
import {
  apiKeyRequestSchema,
  brandChangeSchema,
  invitationSchema,
  recommendRequestSchema,
  ruleSchema,
  wordRequestSchema,
} from '@callside/schemas';
import i18next from 'i18next';
import german from '../texts/de.json';
import { problemInWords } from './problem-words.ts';

i18next.addResourceBundle('de', 'translation', german);
afterEach(() => i18next.changeLanguage('en'));

test.each([
  ['Session token is invalid or missing.', 'You are not signed in any more. Sign in again.'],
  ['until must not be before from', 'The last day must not be before the first day.'],
  ['pin needs sku', 'Fill in this field.'],
  ['rank must be a whole number from 1 to 10', 'Enter a whole number from 1 to 10.'],
  [
    'This offer is on file as sold: outcome_id 8166f7, recorded at 2026-11-26T12:00:00.000Z. A decline does not undo a sale.',
    'This offer is already recorded as sold, so it cannot be declined.',
  ],
  [
    'The result of the call is stored: its outcomes can no longer be corrected.',
    'The result of the call is saved, so its sales can no longer be corrected.',
  ],
  [
    'An outcome can be withdrawn for a minute. Until the result of the call is stored, correct it: record another one with replaces.',
    'A sale can be undone for a minute only. Until the result of the call is saved, you can correct it.',
  ],
  [
    'The outcome 8166f7 was replaced by outcome_id 9a at 2026-11-26T12:00:00.000Z.',
    'This was changed or taken back meanwhile, for example in another tab.',
  ],
  [
    'The outcome 8166f7 was withdrawn at 2026-11-26T12:00:00.000Z.',
    'This was changed or taken back meanwhile, for example in another tab.',
  ],
  [
    'Another file is being imported at the moment. Try again when it has ended.',
    'Another file is being imported at the moment. Try again when it has ended.',
  ],
  [
    'A brand has at most 20 endpoints: remove one first.',
    'There are already 20 endpoints, which is the most. Remove one first.',
  ],
  ['something new', 'Callside did not accept this: something new'],
])('%j is shown as %j', (said, shown) => {
  expect(problemInWords(said)).toBe(shown);
});

test('a problem is shown in the language of the page', async () => {
  await i18next.changeLanguage('de');
  expect(problemInWords('label must not be empty')).toBe('Füllen Sie dieses Feld aus.');
  expect(problemInWords('something new')).toBe('Callside hat dies nicht angenommen: something new');
});

const long = 'x'.repeat(1_000);
const rule = { name: 'a', kind: 'pin', sku: '1', rank: 1 };

/** What a person can type into the forms of owners. */
const refused: [
  string,
  { safeParse: (body: unknown) => { error?: { issues: { message: string }[] } | undefined } },
  object,
][] = [
  ['a rule without its fields', ruleSchema, { name: '', kind: 'pin' }],
  ['a rule with long texts', ruleSchema, { ...rule, kind: 'cap', sku: null, rank: null, article_type: long, most: 11 }],
  ['a rule with wrong numbers', ruleSchema, { ...rule, rank: 'first', sku: 'A\n1' }],
  ['a boost', ruleSchema, { name: 'a', kind: 'boost', attribute: 'metal', factor: 1_000 }],
  ['a lowest price', ruleSchema, { name: 'a', kind: 'min_price', price: 0 }],
  ['a lowest price that is too high', ruleSchema, { name: 'a', kind: 'min_price', price: 1e10 }],
  ['a context that names no members', ruleSchema, { ...rule, context: 'retention' }],
  ['a long context', ruleSchema, { ...rule, context: { [long]: long, queue: long } }],
  ['days of a rule', ruleSchema, { ...rule, from: '2026-02-02', until: '2026-01-01' }],
  ['a day that does not exist', ruleSchema, { ...rule, from: '2026-02-31' }],
  ['a key without a label', apiKeyRequestSchema, { feature: 'embed', label: ' ', allowed_addresses: ['somewhere'] }],
  ['a key with a long label', apiKeyRequestSchema, { feature: 'embed', label: long }],
  [
    'a key with many addresses',
    apiKeyRequestSchema,
    { feature: 'embed', allowed_addresses: Array(101).fill('10.0.0.1') },
  ],
  ['a person', invitationSchema, { email: 'nobody', name: ' ' }],
  ['a person with a long name', invitationSchema, { email: 'a@b.example', name: long }],
  [
    'an organisation',
    brandChangeSchema,
    { name: ' ', hosts: ['http://x'], frame_origins: ['x'], shown_metadata: [' '], context_fields: [long] },
  ],
  ['a word without texts', wordRequestSchema, { word: '', de: ' ' }],
  ['a long word', wordRequestSchema, { word: long, de: long }],
  ['a number that is none', recommendRequestSchema, { phone: '12' }],
  ['many fields of an organisation', brandChangeSchema, { context_fields: Array(9).fill('x') }],
  ['numbers of an organisation', brandChangeSchema, { retention_days: 0, exploration_rate: 1 }],
];

test.each(refused)('%s: each problem has words of the page', (_what, schema, body) => {
  const problems = schema.safeParse(body).error?.issues.map(({ message }) => message) ?? [];
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.filter((said) => problemInWords(said).includes(said))).toEqual([]);
});
