import { aPhone, recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { products } from '../../test/support/shop.ts';
import { noMeaning } from '../ranking/rules/model-meaning.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const unsized = products.filter(({ size }) => size === undefined).map(({ sku }) => sku);
const unsizedInStock = products.filter(({ size, stock }) => size === undefined && stock !== 0).map(({ sku }) => sku);

const bought = (...skus: string[]) => skus.map((sku) => ({ sku, order_date: '2026-01-02' }));

describe('the answer', () => {
  test('has every field of the specification, and reasons', async () => {
    const answer = await service.post('/recommend', { phone: aPhone, purchased_skus: ['401'] });
    expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
    expect(Object.keys(Object(answer.json))).toEqual([
      'recommendation_id',
      'recommendations',
      'recommendation',
      'resolved_purchased',
      'history_size',
      'customer_found',
      'normalized_phone',
      'fallback',
      'degraded',
      'next_question',
      'feature_schema_hash',
      'artifact_version',
      'catalog_version',
      'stock_age_seconds',
    ]);
    expect(Object.keys(Object(answer.json).recommendation)).toEqual([
      'rank',
      'sku',
      'title',
      'web_price',
      'article_type',
      'size',
      'rerank_score',
      'purchase_probability',
      'slot',
      'reasons',
      'speech',
      'on_hand',
    ]);
  });

  test('describes products as in the catalogue; an unsized one has size 0', async () => {
    const { recommendations } = await recommend(service, { num_items: 10, customer_order_history: bought('103') });
    const bySku = new Map(recommendations.map((item) => [item.sku, item]));
    for (const { sku, title, price, type, size = '0' } of products) {
      const item = bySku.get(sku);
      if (item === undefined) continue;
      expect(item).toMatchObject({ title, web_price: Number(price), article_type: type, size: Number(size) });
    }
    expect(bySku.size).toBe(10);
  });

  test('contains the phone number of the customer in ten digits', async () => {
    expect(await recommend(service, { phone: '+1 (415) 555-01.34' })).toMatchObject({ normalized_phone: '4155550134' });
  });

  test('has a new id each time', async () => {
    const [one, other] = [await recommend(service), await recommend(service)];
    expect(one.recommendation_id).not.toBe(other.recommendation_id);
  });

  test('is the same for the same request, except for the id and the age of the stock', async () => {
    const request = { num_items: 10, purchased_skus: ['401'], customer_order_history: bought('101', '501') };
    const [one, other] = [await recommend(service, request), await recommend(service, request)];
    const { recommendation_id: _, stock_age_seconds: __, ...rest } = other;
    expect(one).toMatchObject(rest);
  });

  test('names the build that served it', async () => {
    expect(await recommend(service)).toMatchObject({
      artifact_version: 'fake-1',
      feature_schema_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      catalog_version: expect.stringMatching(/^[0-9a-f]+$/),
    });
  });
});

describe('num_items', () => {
  test.each([1, 2, 8])('%i offers are made when asked for that many', async (count) => {
    expect((await recommend(service, { num_items: count })).recommendations).toHaveLength(count);
  });

  test('one offer is made by default', async () => {
    const { recommendations, recommendation } = await recommend(service);
    expect(recommendations).toHaveLength(1);
    expect(recommendation).toEqual(recommendations[0]);
  });

  test('all offers that qualify are made when fewer qualify than were asked for', async () => {
    const answer = await recommend(service, { num_items: 10 });
    expect(skusOf(answer).toSorted()).toEqual(unsizedInStock);
  });

  test('a shorter list is the beginning of a longer one', async () => {
    const request = { customer_order_history: bought('101', '401') };
    const all = skusOf(await recommend(service, { ...request, num_items: 10 }));
    for (const count of [1, 3, 7]) {
      expect(skusOf(await recommend(service, { ...request, num_items: count }))).toEqual(all.slice(0, count));
    }
  });
});

describe('ranks and slots', () => {
  test('ranks count from 1, no product occurs twice, and scores never increase', async () => {
    const { recommendations } = await recommend(service, { num_items: 10, customer_order_history: bought('101') });
    expect(recommendations.map(({ rank }) => rank)).toEqual(recommendations.map((_, index) => index + 1));
    expect(new Set(recommendations.map(({ sku }) => sku)).size).toBe(recommendations.length);
    const scores = recommendations.map(({ rerank_score }) => rerank_score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  test('a slot is an article type; slots count from 1 in order of their best rank', async () => {
    const { recommendations } = await recommend(service, { num_items: 10, customer_order_history: bought('101') });
    const types = [...new Set(recommendations.map(({ article_type }) => article_type))];
    expect(types.length).toBeGreaterThan(2);
    for (const { article_type, slot } of recommendations) expect(slot).toBe(types.indexOf(article_type) + 1);
  });
});

describe('check_stock', () => {
  test.each([undefined, null, true])('%j: only products in stock are offered', async (check_stock) => {
    const skus = skusOf(await recommend(service, { num_items: 10, check_stock }));
    expect(skus).not.toContain('404');
    expect(skus).toHaveLength(unsizedInStock.length);
  });

  test('false: products out of stock are offered too', async () => {
    const skus = skusOf(await recommend(service, { num_items: 10, check_stock: false }));
    expect(skus.toSorted()).toEqual(unsized);
  });

  test('applies without a model too', async () => {
    service.ranker.behaviour = 'fails';
    const answer = await recommend(service, { num_items: 10, customer_order_history: bought('401') });
    service.ranker.behaviour = 'ranks';
    expect(answer.fallback).toBe(true);
    expect(skusOf(answer)).not.toContain('404');
  });
});

describe('the size gate', () => {
  /** The sized items among all offers. The unsized ones are anchors, so they use no rank in the list and open no category. */
  const sizedIn = async (request: object, anchors: readonly string[] = unsized) => {
    const { recommendations } = await recommend(service, {
      num_items: 10,
      check_stock: false,
      purchased_skus: anchors,
      ...request,
    });
    return recommendations.flatMap(({ sku, size }) => (size === 0 ? [] : [sku])).toSorted();
  };

  test('without a purchase in a sized category nothing of this category is offered', async () => {
    expect(await sizedIn({ customer_order_history: [] })).toEqual([]);
    expect(await sizedIn({ customer_order_history: bought('401', '501') })).toEqual([]);
    expect(await sizedIn({ phone: '0000000000' })).toEqual([]);
    expect(await sizedIn({ phone: '0000000000' }, [])).toEqual([]);
  });

  test('a purchase opens its category in its size, and no other category', async () => {
    expect(await sizedIn({ customer_order_history: bought('101') })).toEqual(['101', '103', '104']);
    expect(await sizedIn({ customer_order_history: bought('102') })).toEqual(['102']);
    expect(await sizedIn({ customer_order_history: bought('201') })).toEqual(['201']);
    expect(await sizedIn({ customer_order_history: bought('301') })).toEqual(['301']);
  });

  test('several purchases open several sizes', async () => {
    expect(await sizedIn({ customer_order_history: bought('101', '102', '301') })).toEqual([
      '101',
      '102',
      '103',
      '104',
      '301',
    ]);
  });

  test('a recognised anchor opens its category in its size', async () => {
    expect(await sizedIn({ customer_order_history: [] }, [...unsized, '101'])).toEqual(['103', '104']);
    expect(await sizedIn({ customer_order_history: [] }, [...unsized, '999'])).toEqual([]);
  });

  test('a purchase of unknown size opens the category in every size', async () => {
    const ambiguous = [{ product_title: 'gold  BAND' }];
    expect(await sizedIn({ customer_order_history: ambiguous })).toEqual(['101', '102', '103', '104']);
  });

  test('white space around a SKU is ignored, in anchors and in the history', async () => {
    expect(await sizedIn({ customer_order_history: [] }, [...unsized, ' 101\n'])).toEqual(['103', '104']);
    expect(await sizedIn({ customer_order_history: [{ sku: '\t101 ' }] })).toEqual(['101', '103', '104']);
    expect(await recommend(service, { purchased_skus: [' 401 ', '0401'] })).toMatchObject({
      resolved_purchased: [401],
    });
  });

  test('a line whose SKU is not in the catalogue opens the size of its title when only one product has the title', async () => {
    const line = { sku: '99999', product_title: 'Silver Signet' };
    expect(await sizedIn({ customer_order_history: [line] })).toEqual(['101', '103', '104']);
  });

  test('a title that only one product has opens its size', async () => {
    expect(await sizedIn({ customer_order_history: [{ product_title: ' silver signet ' }] })).toEqual([
      '101',
      '103',
      '104',
    ]);
  });

  test('applies without a model too', async () => {
    service.ranker.behaviour = 'fails';
    expect(await sizedIn({ customer_order_history: bought('102') })).toEqual(['102']);
    service.ranker.behaviour = 'ranks';
  });
});

describe('anchors', () => {
  test('are recognised as numbers, each once, in order of first mention; unknown ones are ignored', async () => {
    const purchased_skus = ['501', 'nonsense', '401', '501', '', '999999999999999999999', '-401', '\u0000', '\ud800'];
    expect((await recommend(service, { purchased_skus })).resolved_purchased).toEqual([501, 401]);
  });

  test('are not offered again, even when they were bought before', async () => {
    const answer = await recommend(service, {
      num_items: 10,
      purchased_skus: ['401', '501'],
      customer_order_history: bought('401', '402'),
    });
    expect(skusOf(answer)).not.toContain('401');
    expect(skusOf(answer)).not.toContain('501');
    expect(skusOf(answer)).toContain('402');
  });

  test('anchors that cover all products leave nothing to offer: the recommendation is null', async () => {
    const answer = await recommend(service, { num_items: 10, purchased_skus: unsized, customer_order_history: [] });
    expect(answer).toMatchObject({ recommendations: [], recommendation: null });
  });
});

describe('fallback', () => {
  test('is false when the model ranked by the history or by an anchor', async () => {
    expect((await recommend(service, { customer_order_history: bought('401') })).fallback).toBe(false);
    expect((await recommend(service, { purchased_skus: ['401'] })).fallback).toBe(false);
  });

  test.each([
    ['nobody', { phone: '0000000000' }],
    ['an unknown customer', { phone: '4155559999' }],
    ['an empty history', { customer_order_history: [] }],
    ['products that nobody knows', { customer_order_history: bought('999'), purchased_skus: ['998'] }],
  ])('is true for %s, and the model is not called', async (_who, request) => {
    const calls = service.ranker.calls;
    expect(await recommend(service, request)).toMatchObject({ fallback: true });
    expect(service.ranker.calls).toBe(calls);
  });

  test.each(['fails', 'answers nonsense', 'answers too little'] as const)(
    'is true when the model %s: the first-stage order is used',
    async (behaviour) => {
      const request = { num_items: 10, customer_order_history: bought('401') };
      const ranked = await recommend(service, request);
      service.ranker.behaviour = behaviour;
      const answer = await recommend(service, request);
      service.ranker.behaviour = 'ranks';
      expect(answer.fallback).toBe(true);
      // The fake model reverses the first-stage order. The first three are different ideas.
      const order = skusOf(ranked).toReversed();
      const [best, ...others] = skusOf(answer);
      expect(best).toBe(order[0]);
      expect(others.slice(2)).toEqual(order.filter((sku) => ![best, ...others.slice(0, 2)].includes(sku)));
      expect(service.logged()).toContain('the first-stage order is used');
    },
  );
});

test('an offer whose score would be an estimate makes the model score all candidates exactly', async () => {
  const request = { num_items: 10, customer_order_history: bought('401') };
  const exact = await recommend(service, request);
  service.ranker.behaviour = 'estimates all but the best';
  const [calls, answer] = [service.ranker.calls, await recommend(service, request)];
  const onlyBest = await recommend(service, { ...request, num_items: 1 });
  service.ranker.behaviour = 'ranks';
  expect(answer.recommendations).toEqual(exact.recommendations);
  expect(onlyBest.recommendation).toEqual(exact.recommendation);
  expect(service.ranker.calls - calls).toBe(3);
});

describe('purchase_probability', () => {
  const probabilitiesIn = async (request: object) => {
    const { recommendations } = await recommend(service, { num_items: 10, ...request });
    return recommendations.map(({ rerank_score, purchase_probability }) => ({ rerank_score, purchase_probability }));
  };
  beforeEach(() => {
    service.ranker.meaning = { ...noMeaning, acceptance: { weights: {}, slope: 0.1, intercept: -5 } };
  });
  afterEach(() => {
    service.ranker.meaning = noMeaning;
    service.ranker.behaviour = 'ranks';
  });

  test('follows what callers accept and does not change the score', async () => {
    const offers = await probabilitiesIn({ customer_order_history: bought('401') });
    expect(offers.length).toBeGreaterThan(5);
    for (const { rerank_score, purchase_probability } of offers) {
      expect(Number.isInteger(rerank_score)).toBe(true);
      expect(purchase_probability).toBeCloseTo(1 / (1 + Math.exp(5 - 0.1 * rerank_score)), 9);
    }
  });

  test('is null without enough outcomes, without a customer, and when the model fails', async () => {
    const isNull = async (request: object) =>
      (await probabilitiesIn(request)).every(({ purchase_probability }) => purchase_probability === null);
    expect(await isNull({ phone: '0000000000' })).toBe(true);
    service.ranker.behaviour = 'fails';
    expect(await isNull({ customer_order_history: bought('401') })).toBe(true);
    service.ranker.behaviour = 'ranks';
    service.ranker.meaning = noMeaning;
    expect(await isNull({ customer_order_history: bought('401') })).toBe(true);
  });
});
