import { ruleSchema } from '@callside/schemas';
import { snapshotOf, today } from '../../../test/support/small-shops.ts';
import type { RequestContext } from './candidate-set.ts';
import type { CatalogueItem } from './catalogue-item.ts';
import { sizedArticleTypesOf } from './eligibility.ts';
import { nextQuestion } from './next-question.ts';
import { prepareOffers } from './offers.ts';

const product = (articleType: string, size: number | string | null, fields: Partial<CatalogueItem> = {}) => ({
  title: 'Wave',
  webPrice: 10,
  articleType,
  size,
  attributes: {},
  ...fields,
});
const shop = [
  product('ring', 7),
  product('ring', 8),
  product('ring', 'M'),
  product('bracelet', 6, { webPrice: 50 }),
  product('bracelet', 7, { webPrice: 50 }),
  product('ring and bracelet', 7),
  product('ring', 9, { retired: true }),
  product('chain', null),
];

function ask(request: Partial<RequestContext> = {}, rules: object[] = []) {
  const items = shop.map((fields, at) => ({ ...fields, sku: String(at) }));
  const snapshot = {
    ...snapshotOf({ items, lines: [], inStock: items.map(() => true) }),
    rules: rules.map((rule) => ruleSchema.parse({ name: 'a-rule', ...rule })),
  };
  const nobody = { history: [], anchors: [], today, checkStock: true };
  const sizedArticleTypes = sizedArticleTypesOf(['ring', 'bracelet']);
  const question = nextQuestion(prepareOffers(snapshot, { ...nobody, sizedArticleTypes, ...request }));
  return question && `${question.article_type} ${question.opens}`;
}

test.each([
  ['the type that opens most, without what is retired or needs two answers', {}, [], 'ring 3'],
  ['what an answer opens of products of two types', { knownSizes: { bracelet: 7 } }, [], 'ring 4'],
  ['not a product whose other size is another one', { knownSizes: { bracelet: 6 } }, [], 'ring 3'],
  ['the other type', { knownSizes: { ring: 'm' } }, [], 'bracelet 2'],
  ['nothing when all is known', { knownSizes: { ring: 7, bracelet: 7 } }, [], null],
  ['no type that a rule blocks', {}, [{ kind: 'block', article_type: 'ring' }], 'bracelet 2'],
  ['only what is dear enough', {}, [{ kind: 'min_price', price: 20 }], 'bracelet 2'],
  [
    'about a product without a size, if its type is sized',
    { sizedArticleTypes: sizedArticleTypesOf(['chain']) },
    [],
    'chain 1',
  ],
  [
    'nothing about what rests',
    {
      resting: {
        justBoughtDays: 0,
        restDays: 30,
        returned: [],
        declined: [0, 1, 2].map((item) => ({ item, day: today, call: 'c', hasIt: false })),
      },
    },
    [],
    'bracelet 2',
  ],
  ['nothing without sized types', { sizedArticleTypes: sizedArticleTypesOf([]) }, [], null],
])('asks %s', (_what, request, rules, expected) => {
  expect(ask(request, rules)).toBe(expected);
});
