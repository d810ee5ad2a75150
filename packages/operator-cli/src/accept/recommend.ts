import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CannotCheck, expectEqual, expectShape, expectStatus, expectThat } from './expect.ts';
import type { Check } from './site.ts';

const refusalSchema = z.object({ detail: z.string().regex(/invalid|missing/i) });
/** A product with a size is gated when its type names a sized one; of those without, a ring is, and a ring box is not. */
const gatedType = { withSize: /\b(ring|bracelet|bangle)s?\b/i, withoutSize: /^(ring|bracelet|bangle)s?$/i };
const mostItems = 10;
const latencyObjectiveMs = 3_000;

/** POST /recommend and GET /health. */
export const recommendChecks: readonly Check[] = [
  {
    name: 'health',
    run: async ({ recommender }) => {
      const { status, json } = await recommender.health();
      expectThat(status === 200 || status === 503, `/health is answered ${status}`);
      expectShape('/health', json, z.object({ status: z.enum(status === 200 ? ['ok', 'degraded'] : ['degraded']) }));
    },
  },
  {
    name: 'recommender-key-required',
    run: async ({ recommender, key }) => {
      const wrong = [null, '', 'secret', `cs_live_${randomBytes(20).toString('hex')}`, key];
      for (const path of ['/recommend', '/purchase']) {
        for (const given of wrong) {
          const answer = await recommender.post(path, recommender.body(), given);
          expectStatus(`${path} with a wrong key`, answer, 401);
          expectShape(`${path} with a wrong key`, answer.json, refusalSchema);
        }
      }
    },
  },
  { name: 'recommend-answer', run: ({ recommender }) => recommender.recommend() },
  {
    name: 'recommend-malformed',
    run: async ({ recommender }) => {
      for (const path of ['/recommend', '/purchase']) {
        for (const body of ['{"phone": ', '[]', '"text"']) {
          expectStatus(`${path} with ${body}`, await recommender.post(path, body), 422);
        }
      }
    },
  },
  {
    name: 'phone-required',
    run: async ({ recommender }) => {
      for (const phone of [undefined, null, '', '123', 2015550100])
        await recommender.refuses(422, '/recommend', { phone });
    },
  },
  {
    name: 'phone-normalised',
    run: async ({ recommender }) => {
      await recommender.recommend({ phone: '2015550123' }, { normalized_phone: '2015550123' });
      await recommender.recommend({ phone: '12015550123' }, { normalized_phone: '2015550123' });
    },
  },
  {
    name: 'phone-unavailable',
    run: ({ recommender }) => recommender.recommend({ phone: '0000000000' }, { normalized_phone: '0000000000' }),
  },
  {
    name: 'num-items',
    run: async ({ recommender }) => {
      for (const num_items of [0, 11, -1, 1.5, '3']) await recommender.refuses(422, '/recommend', { num_items });
      for (const num_items of [1, 2, mostItems]) {
        const { length } = (await recommender.recommend({ num_items })).recommendations;
        expectThat(length <= num_items, `${length} offers are answered where ${num_items} are asked for`);
      }
      const { length } = (await recommender.recommend({ num_items: undefined })).recommendations;
      expectThat(length <= 1, `${length} offers are answered without num_items`);
    },
  },
  {
    name: 'ranks',
    run: async ({ recommender }) => {
      const { recommendations, recommendation } = await recommender.recommend({ num_items: mostItems });
      const ranks = recommendations.map(({ rank }) => rank);
      expectEqual(
        'the ranks',
        ranks,
        ranks.map((_, at) => at + 1),
      );
      expectEqual('recommendation', recommendation, recommendations[0] ?? null);
    },
  },
  {
    name: 'unknown-anchor',
    run: ({ recommender }) =>
      recommender.recommend({ purchased_skus: [recommender.unknownSku] }, { resolved_purchased: [] }),
  },
  {
    name: 'known-anchor',
    run: async ({ recommender }) => {
      const sku = (await recommender.offered()).skus.find((offered) => /^[1-9]\d{0,14}$/.test(offered));
      if (sku === undefined) throw new CannotCheck('no offered SKU is a number');
      const purchased_skus = [sku, recommender.unknownSku];
      await recommender.recommend({ purchased_skus }, { resolved_purchased: [Number(sku)] });
    },
  },
  {
    name: 'anchors-type',
    run: async ({ recommender }) => {
      for (const purchased_skus of [[7], 'text']) await recommender.refuses(422, '/recommend', { purchased_skus });
      await recommender.recommend({ purchased_skus: undefined }, { resolved_purchased: [] });
    },
  },
  {
    name: 'check-stock-type',
    run: async ({ recommender }) => {
      for (const check_stock of [true, false, undefined]) await recommender.recommend({ check_stock });
      await recommender.refuses(422, '/recommend', { check_stock: 'yes' });
    },
  },
  {
    name: 'history-supplied',
    run: async ({ recommender }) => {
      const none = { customer_found: null, history_size: 0 };
      await recommender.recommend({ customer_order_history: [] }, none);
      const lines = [
        { sku: recommender.unknownSku, order_date: '2026-01-02' },
        { product_title: 'A product', order_date: '2026-01-03' },
      ];
      await recommender.recommend({ customer_order_history: lines }, { customer_found: null, history_size: 2 });
    },
  },
  {
    name: 'history-type',
    run: async ({ recommender }) => {
      for (const customer_order_history of ['text', [7], [{ sku: 7 }], [{ order_date: 'soon' }]]) {
        await recommender.refuses(422, '/recommend', { customer_order_history });
      }
    },
  },
  {
    name: 'history-looked-up',
    run: async ({ recommender }) => {
      const { customer_found } = await recommender.recommend({ customer_order_history: undefined });
      expectThat(customer_found !== null, 'customer_found is null although no history was supplied');
    },
  },
  {
    name: 'source-free-text',
    run: async ({ recommender, run }) => {
      for (const source of [undefined, `${run} <ünï/%$>`]) await recommender.recommend({ source });
    },
  },
  {
    name: 'size-gate',
    run: async ({ recommender }) => {
      const { recommendations } = await recommender.recommend({ num_items: mostItems });
      const gated = recommendations.find(({ article_type, size }) =>
        gatedType[size === 0 ? 'withoutSize' : 'withSize'].test(article_type),
      );
      const what = `${gated?.sku}, a ${gated?.article_type}, is offered to a caller without history`;
      expectThat(gated === undefined, what);
    },
  },
  {
    name: 'in-time',
    run: async ({ recommender }) => {
      for (const customer_order_history of [[], undefined]) {
        const { tookMs } = await recommender.post('/recommend', recommender.body({ customer_order_history }));
        expectThat(tookMs < latencyObjectiveMs, `an answer took ${Math.round(tookMs)} ms`);
      }
    },
  },
];
