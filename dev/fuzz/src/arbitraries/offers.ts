import type { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { withRealSkus } from './skus.ts';
import { bodiesOf, deeplyNested, mostly, oddText } from './texts.ts';

const sku = fc.oneof(withRealSkus('101', '102', ' 101 ', '00101', '9'.repeat(16), '9'.repeat(17)), oddText);
const phone = fc.oneof(
  fc.constantFrom('4155550134', '+1 (415) 555-0134', '0000000000', '12125550100'),
  fc.stringMatching(/^[0-9 ().+-]{0,40}$/),
);
const amount = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, noNaN: true }));
const skus = fc.array(mostly(sku), { maxLength: 30 });

const historyLine = fc.record(
  {
    sku: mostly(sku),
    product_title: mostly(fc.oneof(fc.constantFrom('Gold Band', ''), oddText)),
    order_date: mostly(fc.constantFrom('2026-01-02', '2026-01-02T10:00:00Z', '0001-01-01', '9999-12-31', '2026-02-30')),
  },
  { requiredKeys: [] },
);

const recommendBody = fc.record(
  {
    phone: mostly(phone),
    customer_id: mostly(oddText),
    purchased_skus: mostly(skus),
    num_items: mostly(fc.integer({ min: -1, max: 12 })),
    check_stock: mostly(fc.boolean()),
    customer_order_history: mostly(fc.array(mostly(historyLine), { maxLength: 8 })),
    source: mostly(oddText),
  },
  { requiredKeys: ['phone'] },
);

const purchaseLine = fc.record(
  {
    sku: mostly(sku),
    qty: mostly(amount),
    unit_price: mostly(amount),
    discount_amt: mostly(amount),
    order_line_id: mostly(fc.oneof(fc.constantFrom('line-1', 'line-2'), oddText)),
  },
  { requiredKeys: ['sku'] },
);

const purchaseBody = (recommendationId: string) =>
  fc.record(
    {
      phone: mostly(phone),
      recommendation_id: mostly(fc.oneof(fc.constant(recommendationId), fc.uuid())),
      purchased_skus: mostly(skus),
      purchased_lines: mostly(fc.array(mostly(purchaseLine), { maxLength: 8 })),
    },
    { requiredKeys: ['phone', 'recommendation_id'] },
  );

export function recommendBodies(): fc.Arbitrary<Buffer> {
  return bodiesOf(
    recommendBody,
    deeplyNested('"phone":"4155550134"', ['purchased_skus', 'customer_order_history', 'x']),
  );
}

/** `recommendationId` is stored. */
export function purchaseBodies(recommendationId: string): fc.Arbitrary<Buffer> {
  const members = `"phone":"4155550134","recommendation_id":"${recommendationId}"`;
  return bodiesOf(purchaseBody(recommendationId), deeplyNested(members, ['purchased_skus', 'purchased_lines', 'x']));
}
