import { expectEqual, expectStatus } from './expect.ts';
import type { RecommenderCaller } from './recommender-caller.ts';
import type { Check } from './site.ts';

async function oneOffered(recommender: RecommenderCaller) {
  const offered = await recommender.offered();
  return { offered, sku: offered.skus[0] };
}

/** POST /purchase. */
export const purchaseChecks: readonly Check[] = [
  {
    name: 'purchase-unknown',
    run: async ({ recommender }) => {
      for (const recommendation_id of [recommender.unknownOffer().recommendation_id, 'no id']) {
        const body = recommender.body({ recommendation_id, purchased_skus: ['1'] });
        expectStatus('a purchase of an unknown recommendation', await recommender.post('/purchase', body), 404);
      }
    },
  },
  {
    name: 'purchase-skus',
    run: async ({ recommender }) => {
      const { offered, sku } = await oneOffered(recommender);
      const { recommendation_id } = offered;
      const sold = { recommendation_id, matched_skus: [sku], converted: true, recorded: true, matched_revenue: null };
      await recommender.confirm(offered, { purchased_skus: [sku] }, sold);
    },
  },
  {
    name: 'purchase-sku-alone',
    run: async ({ recommender }) => {
      const { offered, sku } = await oneOffered(recommender);
      const sold = { matched_skus: [sku], converted: true, matched_revenue: null };
      await recommender.confirm(offered, { purchased_lines: [{ sku }] }, sold);
    },
  },
  {
    name: 'purchase-revenue',
    run: async ({ recommender }) => {
      const offered = await recommender.offered(2);
      const [one, other] = offered.skus;
      const purchased_lines = [
        { sku: one, qty: 3, unit_price: 19.99, discount_amt: 5 },
        { sku: other, unit_price: 0.1 },
        { sku: recommender.unknownSku, qty: 2, unit_price: 100 },
      ];
      await recommender.confirm(offered, { purchased_lines }, { matched_revenue: 55.07 });
    },
  },
  {
    name: 'purchase-zero',
    run: async ({ recommender }) => {
      const { offered, sku } = await oneOffered(recommender);
      const purchased_lines = [{ sku, qty: 1, unit_price: 0 }];
      await recommender.confirm(offered, { purchased_lines }, { converted: true, matched_revenue: 0 });
    },
  },
  {
    name: 'purchase-union',
    run: async ({ recommender }) => {
      const offered = await recommender.offered(2);
      const [one, other = ''] = offered.skus;
      const both = { purchased_skus: [one], purchased_lines: [{ sku: one, unit_price: 2 }, { sku: other }] };
      const sold = await recommender.confirm(offered, both, { converted: true, matched_revenue: 2 });
      expectEqual('matched_skus', sold.matched_skus.toSorted(), [one, other].toSorted());
    },
  },
  {
    name: 'purchase-not-offered',
    run: async ({ recommender }) => {
      const { offered } = await oneOffered(recommender);
      const sku = recommender.unknownSku;
      const missed = { matched_skus: [], converted: false, recorded: true, matched_revenue: null };
      await recommender.confirm(offered, { purchased_lines: [{ sku, qty: 2, unit_price: 10 }] }, missed);
    },
  },
  {
    name: 'purchase-lines-add-only',
    run: async ({ recommender }) => {
      const purchased_lines = [{ sku: recommender.unknownSku, qty: 2, unit_price: 10 }];
      for (const lines of [{}, { purchased_lines }]) {
        const { offered, sku } = await oneOffered(recommender);
        const sold = { matched_skus: [sku], converted: true, recorded: true, matched_revenue: null };
        await recommender.confirm(offered, { purchased_skus: [sku], ...lines }, sold);
      }
    },
  },
  {
    name: 'purchase-line-resent',
    run: async ({ recommender }) => {
      const { offered, sku } = await oneOffered(recommender);
      const purchased_lines = [{ sku, qty: 2, unit_price: 10, order_line_id: recommender.newLineId() }];
      await recommender.confirm(offered, { purchased_lines }, { recorded: true, matched_revenue: 20 });
      await recommender.confirm(offered, { purchased_lines }, { recorded: false, matched_revenue: 20 });
    },
  },
  {
    name: 'purchase-line-types',
    run: async ({ recommender }) => {
      const { offered, sku } = await oneOffered(recommender);
      for (const line of [{}, { sku: 7 }, { sku, qty: 'two' }, { sku, unit_price: '10' }, { sku, discount_amt: {} }]) {
        await recommender.refuses(422, '/purchase', { ...offered, skus: undefined, purchased_lines: [line] });
      }
    },
  },
];
