// Payloads in the form of docs/shops.md, with values that refer to each other: few ids, and SKUs of the demo shop.

import fc from 'fast-check';
import { withRealSkus } from './skus.ts';

const ids = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom('788032119674292922', '866550311766439020'));
const manyIds = fc.oneof(ids, fc.integer({ min: 1, max: 1_000_000 }));
const skus = withRealSkus('101', '102', ' 103', 'shirt-s', 'shirt-m', '');
const prices = fc.constantFrom('19.99', '0', '', 3);
const quantities = fc.integer({ min: 0, max: 5 });
const phones = fc.constantFrom('555-625-1199', '+14155550134', '(415) 555-0134', null);
const times = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .chain((date) => fc.constantFrom('Z', '-05:00', '+0530').map((offset) => date.toISOString().slice(0, 19) + offset));
const localTimes = times.map((time) => time.slice(0, 19));

const shopifyProduct = fc.record({
  id: manyIds,
  title: fc.constantFrom('Example T-Shirt', 'Gold Band'),
  vendor: fc.constant('Acme'),
  product_type: fc.constantFrom('Shirts', 'ring', ''),
  status: fc.constantFrom('active', 'draft', 'archived'),
  updated_at: times,
  category: fc.constantFrom(null, { full_name: 'Apparel > Shirts' }),
  options: fc.constant([{ name: 'Size', position: 1, values: ['Small', 'Medium'] }, { name: 'Color' }]),
  variants: fc.array(
    fc.record({
      id: ids,
      sku: skus,
      price: prices,
      option1: fc.constantFrom('Small', '7'),
      option2: fc.constantFrom('Gold', null),
      option3: fc.constant(null),
      inventory_item_id: fc.option(ids),
      inventory_management: fc.constantFrom('shopify', null),
      inventory_quantity: quantities,
    }),
    { maxLength: 4 },
  ),
});

const shopifyLevel = fc.record({
  inventory_item_id: ids,
  location_id: ids,
  available: fc.option(quantities),
  updated_at: times,
});

const shopifyDisconnection = fc.record({ inventory_item_id: ids, location_id: ids });

const shopifyAddress = fc.record({ phone: phones, name: fc.constantFrom('Steve Shipper', null) });

const shopifyOrder = fc.record({
  id: manyIds,
  name: fc.constantFrom('#9999', '#1001', ''),
  created_at: times,
  updated_at: times,
  cancelled_at: fc.option(times, { freq: 3 }),
  financial_status: fc.constantFrom('paid', 'voided', 'refunded', 'partially_refunded'),
  test: fc.constantFrom(false, null),
  phone: phones,
  customer: fc.option(fc.record({ phone: phones, default_address: fc.option(shopifyAddress) })),
  billing_address: fc.option(shopifyAddress),
  shipping_address: fc.option(shopifyAddress),
  line_items: fc.array(
    fc.record({
      id: ids,
      name: fc.constant('Gold Band'),
      sku: skus,
      price: prices,
      quantity: quantities,
      current_quantity: fc.option(quantities),
    }),
    { maxLength: 4 },
  ),
  refunds: fc.array(
    fc.record({
      refund_line_items: fc.array(fc.record({ line_item_id: ids, quantity: quantities }), { maxLength: 2 }),
    }),
    { maxLength: 2 },
  ),
});

const shopifyRefund = fc.record({
  order_id: ids,
  refund_line_items: fc.array(
    fc.record({
      quantity: quantities,
      line_item: fc.record({ sku: skus, quantity: quantities, current_quantity: fc.option(quantities) }),
    }),
    { maxLength: 3 },
  ),
});

const wooProduct = fc.record({
  id: manyIds,
  name: fc.constant('Premium Quality'),
  type: fc.constantFrom('simple', 'variable', 'variation'),
  status: fc.constantFrom('publish', 'draft'),
  sku: skus,
  price: prices,
  regular_price: prices,
  date_modified_gmt: localTimes,
  manage_stock: fc.constantFrom(true, false, 'parent'),
  stock_quantity: fc.option(quantities),
  stock_status: fc.constantFrom('instock', 'outofstock', 'onbackorder'),
  parent_id: fc.oneof(fc.constant(0), ids),
  categories: fc.constantFrom([], [{ id: 9, name: 'Clothing' }]),
  attributes: fc.constantFrom([], [{ id: 6, name: 'Color', option: 'Black' }], [{ name: 'Size', options: ['7'] }]),
});

const wooOrder = fc.record({
  id: manyIds,
  number: fc.constantFrom('727', '728'),
  status: fc.constantFrom('processing', 'completed', 'refunded', 'cancelled', 'pending'),
  date_created: localTimes,
  date_created_gmt: localTimes,
  date_modified_gmt: localTimes,
  billing: fc.record({ first_name: fc.constant('John'), last_name: fc.constant('Doe'), phone: phones }),
  line_items: fc.array(
    fc.record({
      id: ids,
      name: fc.constant('Woo Single #1'),
      product_id: ids,
      variation_id: ids,
      quantity: quantities,
      sku: skus,
      price: fc.constantFrom(3, 12.5, '3'),
    }),
    { maxLength: 4 },
  ),
  refunds: fc.constantFrom([], [{ id: 1, total: '-3.00' }]),
});

const deletion = fc.record({ id: manyIds });

/** The payload of each topic. */
export const shopTopics = {
  shopify: {
    'products/create': shopifyProduct,
    'products/update': shopifyProduct,
    'products/delete': deletion,
    'inventory_levels/update': shopifyLevel,
    'inventory_levels/disconnect': shopifyDisconnection,
    'orders/create': shopifyOrder,
    'orders/paid': shopifyOrder,
    'orders/updated': shopifyOrder,
    'orders/cancelled': shopifyOrder,
    'orders/delete': deletion,
    'refunds/create': shopifyRefund,
    'shop/update': deletion,
  },
  woocommerce: {
    'product.created': wooProduct,
    'product.updated': wooProduct,
    'product.deleted': deletion,
    'product.restored': wooProduct,
    'order.created': wooOrder,
    'order.updated': wooOrder,
    'order.deleted': deletion,
    'order.restored': wooOrder,
    'customer.created': deletion,
  },
} as const satisfies Record<string, Record<string, fc.Arbitrary<unknown>>>;
