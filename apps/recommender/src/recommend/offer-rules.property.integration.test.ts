import type { RecommendResponse } from '@callside/schemas';
import fc from 'fast-check';
import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { type Product, products } from '../../test/support/shop.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sku = fc.constantFrom(...products.map((product) => product.sku), '999');
const historyLine = fc.oneof(
  { weight: 3, arbitrary: fc.record({ sku, order_date: fc.constantFrom('2025-01-01', '2026-01-02', '2026-03-04') }) },
  {
    weight: 1,
    arbitrary: fc.record({ product_title: fc.constantFrom(...products.map(({ title }) => title), 'None') }),
  },
);
const request = fc.record({
  num_items: fc.integer({ min: 1, max: 10 }),
  check_stock: fc.boolean(),
  purchased_skus: fc.array(sku, { maxLength: 6 }),
  customer_order_history: fc.array(historyLine, { maxLength: 6 }),
});
type RequestBody = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

const behaviour = fc.constantFrom('ranks', 'fails', 'answers nonsense' as const);
const sizedTypes = new Set(['Ring', 'Bracelet', 'Bangle']);

/** The sizes that a customer bought of a type; `all` after a purchase of unknown size. */
function openSizes({ purchased_skus, customer_order_history }: RequestBody, type: string): Set<string | undefined> {
  const bought = [
    ...purchased_skus.map((one) => products.filter((product) => product.sku === one)),
    ...customer_order_history.map((line) =>
      products.filter((product) => ('sku' in line ? product.sku === line.sku : product.title === line.product_title)),
    ),
  ];
  return new Set(
    bought.flatMap(([first, ...others]) => (first?.type === type ? [others.length === 0 ? first.size : 'all'] : [])),
  );
}

function mayBeOffered(asked: RequestBody, { sku, type, size, stock }: Product): boolean {
  if (asked.purchased_skus.includes(sku) || (asked.check_stock && stock === 0)) return false;
  if (!sizedTypes.has(type)) return true;
  const open = openSizes(asked, type);
  return open.has('all') || open.has(size);
}

/** The age of the stock rises between two answers. */
function withoutIdAndAge({ recommendation_id, stock_age_seconds, ...others }: RecommendResponse) {
  return others;
}

test('offers are eligible items, each once, as many as exist up to the requested number, with and without a model', async () => {
  await fc.assert(
    fc.asyncProperty(request, behaviour, async (asked, how) => {
      service.ranker.behaviour = how;
      const answer = await recommend(service, asked);
      const offered = skusOf(answer);
      const qualified = products.filter((product) => mayBeOffered(asked, product)).map((product) => product.sku);
      expect(qualified).toEqual(expect.arrayContaining(offered));
      expect(new Set(offered).size).toBe(offered.length);
      expect(offered).toHaveLength(Math.min(asked.num_items, qualified.length));
      expect(answer.recommendation).toEqual(answer.recommendations[0] ?? null);
      const types = [...new Set(answer.recommendations.map(({ article_type }) => article_type))];
      for (const [index, { rank, slot, article_type }] of answer.recommendations.entries()) {
        expect({ rank, slot }).toEqual({ rank: index + 1, slot: types.indexOf(article_type) + 1 });
      }
      expect(answer.resolved_purchased).toEqual([
        ...new Set(asked.purchased_skus.filter((one) => one !== '999').map(Number)),
      ]);
      expect(answer.history_size).toBe(asked.customer_order_history.length);
      const isKnown = answer.resolved_purchased.length > 0 || asked.customer_order_history.some(isOneProduct);
      expect(answer.fallback).toBe(!isKnown || (how !== 'ranks' && qualified.length > 0));
    }),
    { numRuns: 300 },
  );
});

test('the same request gives the same answer', async () => {
  service.ranker.behaviour = 'ranks';
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [one, other] = await Promise.all([recommend(service, asked), recommend(service, asked)]);
      expect(withoutIdAndAge(one)).toEqual(withoutIdAndAge(other));
    }),
    { numRuns: 100 },
  );
});

function isOneProduct(line: RequestBody['customer_order_history'][number]): boolean {
  if ('sku' in line) return line.sku !== '999';
  return products.filter(({ title }) => title === line.product_title).length === 1;
}
