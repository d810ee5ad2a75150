import { createHmac } from 'node:crypto';
import { findShopAdapter } from './shop-adapters.ts';
import { inventoryLevel, order, product, refund } from './shopify-samples.ts';

const adapter = findShopAdapter('shopify');
const receivedAt = new Date('2026-03-10T12:00:00Z');

function translate(topic: string, payload: object | string, headers: Record<string, string> = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return adapter?.translate({ headers: { 'x-shopify-topic': topic, ...headers }, body }, receivedAt);
}

describe('a product', () => {
  it('has its variants with options, prices, stock and the names of their stock', () => {
    expect(translate('products/update', product)).toEqual({
      ok: true,
      change: {
        kind: 'product',
        productId: '788032119674292922',
        parentId: '788032119674292922',
        changedAt: new Date('2021-12-31T19:00:00-05:00'),
        inherited: null,
        hidesVariations: false,
        sharedStock: null,
        keptVariants: [],
        isRestored: false,
        variants: [
          {
            variantId: '642667041472713922',
            sku: 'example-shirt-s',
            inventoryItemId: '271878346596884015',
            product: {
              sku: 'example-shirt-s',
              title: 'Example T-Shirt - Small',
              web_price: '19.99',
              article_type: 'Shirts',
              size: 'Small',
              brand: 'Acme',
              tags: 'example, mens, t-shirt',
            },
            stock: { sku: 'example-shirt-s', on_hand: '75' },
          },
          expect.objectContaining({ variantId: '757650484644203962', sku: 'example-shirt-m', inventoryItemId: null }),
        ],
      },
    });
  });

  it('is not offered as a draft', () => {
    const translation = translate('products/update', { ...Object(JSON.parse(product)), status: 'draft' });
    const change = { hidesVariations: true, variants: [{ product: null }, { product: null }] };
    expect(translation).toMatchObject({ change });
  });

  it.each(['0.00', '\u200E0.00', '0\u00A0'])('is not offered with the price %j', (price) => {
    const free = product.replaceAll('"19.99"', JSON.stringify(price));
    expect(translate('products/update', free)).toMatchObject({ change: { variants: [{ product: null }, {}] } });
  });

  it('is not offered when its variants are gift cards', () => {
    const cards = product.replaceAll('"inventory_policy"', '"fulfillment_service": "gift_card", "inventory_policy"');
    const none = { product: null, stock: null };
    expect(translate('products/update', cards)).toMatchObject({ change: { variants: [none, none] } });
  });

  it('is not offered while it is not published; without the member nothing is said of that', () => {
    const { published_at: _, ...without } = Object(JSON.parse(product));
    expect(translate('products/update', { ...without, published_at: null })).toMatchObject({
      change: {
        hidesVariations: true,
        variants: [
          { product: null, stock: null },
          { product: null, stock: null },
        ],
      },
    });
    expect(translate('products/update', without)).toMatchObject({
      change: { hidesVariations: false, variants: [{ product: { web_price: '19.99' } }, {}] },
    });
  });

  it('has a stock that is sent as a text, and a SKU with an apostrophe of its own', () => {
    const text = product.replace('"inventory_quantity": 75', '"inventory_quantity": "75"');
    expect(translate('products/update', text.replace('example-shirt-s', "'77"))).toMatchObject({
      change: { variants: [{ sku: "'77", product: { sku: "'77" }, stock: { sku: "'77", on_hand: '75' } }, {}] },
    });
  });

  it.each([
    [
      ['gid://shopify/ProductVariant/642667041472713922', 'gid://shopify/ProductVariant/757650484644203999'],
      ['757650484644203999'],
    ],
    [['gid://shopify/ProductVariant/7\0'], []],
    [[7], []],
    [null, []],
  ])('with the ids %j keeps the variants %j, whose data it does not have', (ids, kept) => {
    const variant_gids =
      ids?.map((id) => ({ admin_graphql_api_id: id, updated_at: '2021-12-31T19:00:00.000Z' })) ?? null;
    const text = product.replace('"options"', `"variant_gids": ${JSON.stringify(variant_gids)}, "options"`);
    expect(translate('products/update', text)).toMatchObject({ ok: true, change: { keptVariants: kept } });
  });

  it('is deleted at the time of the header', () => {
    expect(translate('products/delete', { id: 7 }, { 'x-shopify-triggered-at': '2026-03-01T00:00:00.5Z' })).toEqual({
      ok: true,
      change: { kind: 'product-deletion', productId: '7', changedAt: new Date('2026-03-01T00:00:00.5Z') },
    });
    expect(translate('products/delete', { id: 7 })).toMatchObject({ change: { changedAt: null } });
  });
});

it('keeps every digit of the ids of a stock level', () => {
  expect(translate('inventory_levels/update', inventoryLevel)).toEqual({
    ok: true,
    change: {
      kind: 'level',
      inventoryItemId: '271878346596884015',
      locationId: '24826418',
      available: 0,
      changedAt: new Date('2021-12-31T19:00:00-05:00'),
    },
  });
});

it.each([2 ** 31, -(2 ** 31) - 1])('refuses the stock level %d, which PostgreSQL cannot store', (available) => {
  const body = inventoryLevel.replace('"available": null', `"available": ${available}`);
  expect(translate('inventory_levels/update', body)).toMatchObject({ ok: false });
});

it.each([
  ['"12"', { ok: true, change: { available: 12 } }],
  ['"2.5"', { ok: true, change: { available: 2 } }],
  ['""', { ok: true, change: { available: 0 } }],
  ['"many"', { ok: false, problem: expect.stringContaining('available') }],
])('reads the level %s, a text, as a number', (available, expected) => {
  const body = inventoryLevel.replace('"available": null', `"available": ${available}`);
  expect(translate('inventory_levels/update', body)).toMatchObject(expected);
});

it('an item has no stock at a location that was disconnected', () => {
  const payload = { inventory_item_id: '271878346596884015', location_id: 24826418 };
  const level = { kind: 'level', inventoryItemId: '271878346596884015', locationId: '24826418', available: 0 };
  const triggered = { 'x-shopify-triggered-at': '2026-03-01T00:00:00.5Z' };
  expect(translate('inventory_levels/disconnect', payload, triggered)).toEqual({
    ok: true,
    change: { ...level, changedAt: new Date('2026-03-01T00:00:00.5Z') },
  });
  expect(translate('inventory_levels/disconnect', payload)).toEqual({
    ok: true,
    change: { ...level, changedAt: receivedAt },
  });
});

describe('an order', () => {
  const paid = { ...order, test: false, financial_status: 'paid', cancelled_at: null };
  const line = { phone: '+15556251199', order_date: '2021-12-31', order_id: '#9999', customer_name: 'Steve Shipper' };

  it('has the number of an address with the code of its country', () => {
    const billing_address = { phone: '55 1234 5678', country_code: 'MX' };
    expect(translate('orders/create', { ...paid, billing_address })).toMatchObject({
      change: { bought: [{ phone: ['+525512345678', '+15556251199'] }] },
    });
    const default_address = { phone: '98765 43210', country_code: 'IN' };
    const customer = { phone: null, default_address };
    const own = { ...paid, billing_address: null, shipping_address: null, customer };
    expect(translate('orders/create', own)).toMatchObject({ change: { bought: [{ phone: '+919876543210' }] } });
  });

  it('has its lines, with the pieces of one SKU added up', () => {
    const [first] = order.line_items;
    const twice = { ...paid, line_items: [first, { ...first, id: 2 }] };
    expect(translate('orders/create', twice)).toMatchObject({
      ok: true,
      change: {
        kind: 'order',
        orderId: '820982911946154508',
        bought: [{ ...line, sku: 'SKU2006-001', qty: '2', unit_price: '199.00' }],
        returned: [],
      },
    });
  });

  it('is returned when it is cancelled; a line is returned when no piece of it is left', () => {
    expect(translate('orders/cancelled', { ...order, test: false })).toMatchObject({
      change: { bought: [], returned: [{ ...line, sku: 'SKU2006-001' }] },
    });
    const refunds = [{ refund_line_items: [{ line_item_id: '866550311766439020', quantity: 1 }] }];
    const text = JSON.stringify({ ...paid, refunds });
    expect(translate('orders/updated', text)).toMatchObject({
      change: { bought: [], returned: [{ sku: 'SKU2006-001' }] },
    });
  });

  it('has quantities that are sent as texts', () => {
    const [first] = order.line_items;
    const refunds = [{ refund_line_items: [{ line_item_id: first?.id, quantity: '1' }] }];
    expect(translate('orders/create', { ...paid, line_items: [{ ...first, quantity: '3' }], refunds })).toMatchObject({
      change: { bought: [{ qty: '2' }], returned: [] },
    });
  });

  it('is not used when its status is unknown', () => {
    expect(translate('orders/updated', { ...paid, financial_status: 'in_review', line_items: [] })).toEqual({
      ok: true,
      change: {
        kind: 'undecided-order',
        orderId: '820982911946154508',
        problem: 'financial_status "in_review" is unknown: it does not say whether the order was paid',
      },
    });
  });

  it('changes nothing when it is a test', () => {
    expect(translate('orders/create', order)).toEqual({ ok: true, change: null });
  });
});

it('a refund has the lines that have no piece left', () => {
  const half = { ...refund.refund_line_items[0], quantity: 1, line_item: { sku: 'B', quantity: 2 } };
  const refund_line_items = [...refund.refund_line_items, half];
  expect(translate('refunds/create', { ...refund, refund_line_items })).toEqual({
    ok: true,
    change: {
      kind: 'refund',
      orderId: '820982911946154500',
      refundedAt: new Date('2021-12-31T19:00:00-05:00'),
      skus: ['IPOD2008RED'],
    },
  });
});

it.each([
  ['products/update', 'nonsense', 'it is not JSON'],
  ['products/update', { id: 1 }, 'updated_at'],
  ['orders/create', [], 'the body'],
  ['inventory_levels/update', { inventory_item_id: 1, location_id: 2, updated_at: 'soon' }, 'updated_at'],
])('the problem of a wrong payload of %s is named', (topic, payload, problem) => {
  expect(translate(topic, payload)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

it('a delivery with another topic changes nothing', () => {
  expect(translate('carts/update', {})).toEqual({ ok: true, change: null });
});

it('a delivery is signed over the exact body with the secret', () => {
  const body = '{"title":"Größe"}';
  const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('base64');
  const verify = (signature: string | undefined, text = body) =>
    adapter?.verify({ headers: { 'x-shopify-hmac-sha256': signature }, body: text, bytes: Buffer.from(text) }, 'hush');
  expect(verify(sign('hush'))).toBe(true);
  for (const wrong of [undefined, '', 'x', sign('other')]) expect(verify(wrong)).toBe(false);
  expect(verify(sign('hush'), `${body} `)).toBe(false);
});

it('a text that is not JSON is read in linear time', () => {
  // Quadratic time would be hours.
  expect(translate('orders/create', '\\"'.repeat(2_000_000))).toEqual({ ok: false, problem: 'it is not JSON' });
});
