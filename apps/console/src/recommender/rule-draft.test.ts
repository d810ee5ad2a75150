import { ruleKinds, ruleSchema } from '@callside/schemas';
import { emptyDraft, exceededDecimals, isTyped, ruleOf, targetsOf, withKind } from './rule-draft.ts';

const english = { language: 'en', currency: 'USD' };
const german = { language: 'de', currency: 'EUR' };

const filled = {
  ...emptyDraft,
  name: ' summer ',
  sku: '1001',
  article_type: 'ring',
  attribute: 'metal',
  value: 'silver',
  from: '2026-06-01',
};

test.each(ruleKinds.flatMap((kind) => targetsOf(kind).map((target) => [kind, target] as const)))(
  'a complete form of the kind %s with the target %s gives a valid rule',
  (kind, target) => {
    const draft = { ...withKind(filled, kind), target, amount: '2' };
    expect(ruleSchema.parse(ruleOf(draft, english))).toMatchObject({ name: 'summer', kind, from: '2026-06-01' });
  },
);

test('a change of the kind keeps the target only if the kind accepts it', () => {
  expect(withKind({ ...filled, target: 'attribute' }, 'boost').target).toBe('attribute');
  expect(withKind({ ...filled, target: 'attribute' }, 'cap').target).toBe('article_type');
  expect(withKind(filled, 'min_price').target).toBe('all');
});

test('a text in any field counts as typed, and a choice alone does not', () => {
  expect(isTyped({ ...withKind(emptyDraft, 'min_price'), condition: 'with_anchors' })).toBe(false);
  for (const field of ['name', 'sku', 'article_type', 'attribute', 'value', 'amount', 'from', 'until', 'context']) {
    expect({ field, isTyped: isTyped({ ...emptyDraft, [field]: '1' }) }).toEqual({ field, isTyped: true });
  }
});

test('an empty number is left out, and a text that is not a number is sent unchanged', () => {
  expect(ruleOf(filled, english)).not.toHaveProperty('rank');
  expect(ruleOf({ ...filled, amount: 'first' }, english)).toMatchObject({ rank: 'first' });
});

test.each([
  ['queue=retention', { queue: 'retention' }],
  ['queue: retention', { queue: 'retention' }],
  ['retention', 'retention'],
])('the context %j is sent as %j', (context, sent) => {
  expect(ruleOf({ ...filled, context }, english)).toMatchObject({ context: sent });
});

test('a number is read as the language writes it', () => {
  const draft = { ...withKind(filled, 'min_price'), amount: '1.234' };
  expect(ruleOf(draft, german)).toMatchObject({ price: 1234 });
  expect(ruleOf({ ...draft, amount: '7,50' }, german)).toMatchObject({ price: 7.5 });
  expect(ruleOf({ ...draft, amount: '7,50' }, english)).toMatchObject({ price: 7.5 });
});

test('a price has at most the decimals of its currency', () => {
  const priceIn = (currency: string, amount: string) =>
    ruleOf({ ...withKind(filled, 'min_price'), amount }, { language: 'en', currency }).price;
  expect(priceIn('KWD', '1.234')).toBe(1.234);
  expect(priceIn('JPY', '1,234')).toBe(1234);
  expect(priceIn('JPY', '7.5')).toBe('7.5');
});

test.each([
  ['min_price', '7.555', 'USD', 2],
  ['min_price', '7.5', 'JPY', 0],
  ['min_price', '7.55', 'USD', null],
  ['boost', '1.23456', 'USD', 4],
  ['pin', '1.5', 'USD', null],
] as const)(
  'of a %s with the number %s in %s, the decimals that it may have are %p',
  (kind, amount, currency, decimals) => {
    expect(exceededDecimals({ ...withKind(filled, kind), amount }, { language: 'en', currency })).toBe(decimals);
  },
);
