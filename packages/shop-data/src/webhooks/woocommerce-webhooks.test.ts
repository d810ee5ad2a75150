import { findShopAdapter } from './shop-adapters.ts';
import { order, product, variation } from './woocommerce-samples.ts';

const adapter = findShopAdapter('woocommerce');
const receivedAt = new Date('2026-03-10T12:00:00Z');

function translate(topic: string, payload: object) {
  return adapter?.translate({ headers: { 'x-wc-webhook-topic': topic }, body: JSON.stringify(payload) }, receivedAt);
}

describe('a product', () => {
  it('has its price of today, category, attributes and whether it is in stock', () => {
    expect(translate('product.created', product)).toEqual({
      ok: true,
      change: {
        kind: 'product',
        productId: '794',
        parentId: '794',
        changedAt: new Date('2017-03-23T20:01:14Z'),
        inherited: { title: 'Premium Quality', article_type: 'Clothing', category: 'Clothing, T-shirts', tags: '' },
        hidesVariations: false,
        sharedStock: null,
        keptVariants: [],
        isRestored: false,
        variants: [
          {
            variantId: '794',
            sku: 'QUALITY-1',
            inventoryItemId: null,
            product: {
              sku: 'QUALITY-1',
              title: 'Premium Quality',
              web_price: '21.99',
              article_type: 'Clothing',
              category: 'Clothing, T-shirts',
            },
            stock: { sku: 'QUALITY-1', on_hand: '1' },
          },
        ],
      },
    });
  });

  it('has the pieces when the shop counts them', () => {
    const counted = { ...product, manage_stock: true, stock_quantity: 0, stock_status: 'outofstock' };
    expect(translate('product.updated', counted)).toMatchObject({
      change: { variants: [{ stock: { on_hand: '0' } }] },
    });
  });

  it.each([
    ['instock', null, '1'],
    ['onbackorder', null, '0'],
    ['outofstock', null, '0'],
    ['a-status-of-a-plugin', null, '0'],
    ['instock', 2.5, '2.5'],
    ['onbackorder', 3, '0'],
    ['onbackorder', -3, '-3'],
    ['instock', '5', '5'],
  ])('that is %s with %j pieces has the stock %s', (stock_status, stock_quantity, on_hand) => {
    const counted = { ...product, manage_stock: stock_quantity !== null, stock_quantity, stock_status };
    expect(translate('product.updated', counted)).toMatchObject({ change: { variants: [{ stock: { on_hand } }] } });
  });

  it('is not offered while it is hidden, and hides its variations', () => {
    const hidden = { ...product, catalog_visibility: 'hidden' };
    expect(translate('product.updated', hidden)).toMatchObject({ change: { variants: [{ product: null }] } });
    expect(translate('product.updated', { ...hidden, type: 'variable' })).toMatchObject({
      change: { hidesVariations: true },
    });
  });

  it('is not offered without a price', () => {
    expect(translate('product.updated', { ...product, price: '', regular_price: '' })).toMatchObject({
      change: { variants: [{ sku: 'QUALITY-1', product: null }] },
    });
  });

  it('is not offered itself when it has variations, and keeps those that it names', () => {
    const parent = { ...product, type: 'variable' };
    const itself = { variantId: '794', sku: 'QUALITY-1', product: null, stock: null };
    expect(translate('product.updated', parent)).toMatchObject({ change: { variants: [itself], keptVariants: null } });
    expect(translate('product.updated', { ...parent, variations: [732, 733] })).toMatchObject({
      change: { keptVariants: ['732', '733'] },
    });
    for (const variations of [[], null, [{ id: 732 }]]) {
      expect(translate('product.updated', { ...parent, variations })).toMatchObject({ change: { keptVariants: null } });
    }
    expect(translate('product.updated', { ...parent, sku: '' })).toMatchObject({ change: { variants: [] } });
    expect(translate('product.updated', { ...parent, type: 'variable-subscription' })).toMatchObject({
      change: { variants: [itself] },
    });
    expect(translate('product.updated', { ...parent, status: 'draft' })).toMatchObject({
      change: { variants: [itself], hidesVariations: true, keptVariants: null },
    });
  });

  it('has the pieces that its variations share, if it counts them', () => {
    const parent = { ...product, type: 'variable', manage_stock: true, stock_quantity: 7 };
    expect(translate('product.updated', parent)).toMatchObject({ change: { sharedStock: 7 } });
    expect(translate('product.updated', { ...parent, stock_quantity: 7.9 })).toMatchObject({
      change: { sharedStock: 7 },
    });
    expect(translate('product.updated', { ...parent, stock_status: 'onbackorder' })).toMatchObject({
      change: { sharedStock: 0 },
    });
    expect(translate('product.updated', { ...parent, manage_stock: false })).toMatchObject({
      change: { sharedStock: null },
    });
    const own = { ...variation, manage_stock: true };
    expect(translate('product.updated', own)).toMatchObject({ change: { variants: [{ inventoryItemId: null }] } });
  });

  it.each(['variation', 'subscription_variation'])('belongs to its parent product when it is a %s', (type) => {
    expect(translate('product.updated', { ...variation, type })).toMatchObject({
      change: {
        productId: '732',
        parentId: '22',
        keptVariants: null,
        variants: [
          { sku: 'SHIP-M', inventoryItemId: '22', product: { sku: 'SHIP-M', color: 'Black', web_price: '9.00' } },
        ],
      },
    });
  });

  it('is restored from the bin', () => {
    expect(translate('product.restored', product)).toMatchObject({
      change: { kind: 'product', productId: '794', isRestored: true, variants: [{ sku: 'QUALITY-1' }] },
    });
  });

  it('is deleted by its id, at a time that the shop does not say', () => {
    expect(translate('product.deleted', { id: 794 })).toEqual({
      ok: true,
      change: { kind: 'product-deletion', productId: '794', changedAt: null },
    });
  });
});

it('an order has its lines on the day of the shop, and returns them when it is refunded', () => {
  const line = { phone: '(555) 555-5555', order_date: '2017-03-22', order_id: '727', customer_name: 'John Doe' };
  const bought = [
    { ...line, sku: 'WOO-93', product_title: 'Woo Single #1', qty: '2', unit_price: '3' },
    {
      ...line,
      sku: 'SHIP-B',
      product_title: 'Ship Your Idea &ndash; Color: Black, Size: M Test',
      qty: '1',
      unit_price: '12',
    },
  ];
  const change = { kind: 'order', orderId: '727', changedAt: new Date('2017-03-22T19:28:08Z'), isComplete: true };
  expect(translate('order.created', order)).toEqual({ ok: true, change: { ...change, bought, returned: [] } });
  expect(translate('order.updated', { ...order, status: 'refunded' })).toEqual({
    ok: true,
    change: { ...change, bought: [], returned: bought },
  });
  expect(translate('order.updated', { ...order, status: 'pending' })).toMatchObject({
    change: { bought: [], returned: bought },
  });
});

it.each(['auto-draft', 'checkout-draft', 'on-hold'])('an order that is %s is not bought', (status) => {
  expect(translate('order.created', { ...order, status })).toMatchObject({
    change: { bought: [], returned: [{}, {}] },
  });
});

it('an order whose status is unknown is not used', () => {
  expect(translate('order.updated', { ...order, status: 'waiting-for-dhl' })).toEqual({
    ok: true,
    change: {
      kind: 'undecided-order',
      orderId: '727',
      problem: 'status "waiting-for-dhl" is unknown: it does not say whether the order was paid',
    },
  });
});

it('the quantities of an order may be texts', () => {
  const [first, second] = order.line_items;
  const line_items = [{ ...first, quantity: '2' }, second];
  expect(translate('order.created', { ...order, line_items })).toMatchObject({
    change: { bought: [{ qty: '2' }, {}] },
  });
});

it('the only phone number of an order may be in its shipping address', () => {
  const withoutPhone = { ...order, billing: { ...order.billing, phone: '' }, shipping: { phone: '555 555 5556' } };
  expect(translate('order.created', withoutPhone)).toMatchObject({
    change: { bought: [{ phone: '555 555 5556' }, {}] },
  });
});

it('a phone number that is none hides no other of the order', () => {
  const billing = { ...order.billing, phone: 'N/A' };
  expect(translate('order.created', { ...order, billing, shipping: { phone: '(415) 555-0179' } })).toMatchObject({
    change: { bought: [{ phone: ['N/A', '(415) 555-0179'] }, {}] },
  });
});

it('the phone number of an order has the code of the country of its address', () => {
  const billing = { ...order.billing, phone: '55 1234 5678', country: 'MX' };
  expect(translate('order.created', { ...order, billing })).toMatchObject({
    change: { bought: [{ phone: '+525512345678' }, {}] },
  });
});

it('a test of the address is recognised, and a request with a signature is not a test', () => {
  const isTest = (body: string, headers = {}) => adapter?.isTest({ headers, body });
  expect(isTest('webhook_id=12')).toBe(true);
  expect(isTest('webhook_id=12', { 'x-wc-webhook-signature': 'x' })).toBe(false);
  expect(isTest('webhook_id=12&a=b')).toBe(false);
});

it('a delivery is identified by its id, its topic and its body', () => {
  const identityOf = (topic: string, body: string, id?: string) =>
    adapter?.identityOf({ headers: { 'x-wc-webhook-topic': topic, 'x-wc-webhook-delivery-id': id }, body });
  const first = identityOf('product.updated', '{}', '1');
  expect(identityOf('product.updated', '{}', '1')).toEqual(first);
  for (const other of [identityOf('product.created', '{}', '1'), identityOf('product.updated', '{ }', '1')]) {
    expect(other).toEqual({ id: '1', contentSha256: expect.any(Buffer) });
    expect(other).not.toEqual(first);
  }
  expect(identityOf('product.updated', '{}')).toBeNull();
});

it('the problem of a payload of an older API is named', () => {
  expect(translate('product.updated', { product })).toEqual({ ok: false, problem: expect.stringContaining('id') });
});
