import { createHmac, randomUUID } from 'node:crypto';
import { createSecretBox } from '@callside/auth';
import { announceImport, lockCustomers } from '@callside/shop-data';
import { type HttpAnswer, until } from '@callside/test-kit';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';
import { forgetDeliveries } from './forget-deliveries.store.ts';

/** The documented limit for a change of stock. */
const noticeMs = 5_000;
const secrets = ['a session secret of more than 32 characters'];
const secret = 'shpss_hush';
const phone = '4155550147';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService({
    environment: { SECRETS_KEY: secrets },
    prepare: async (query, brand) => {
      for (const shop of ['shopify', 'woocommerce']) {
        await query('INSERT INTO shops (brand_id, shop, secret_sealed) VALUES ($1, $2, $3)', [
          brand.id,
          shop,
          createSecretBox({ secrets }).seal(secret),
        ]);
      }
    },
  });
});
afterAll(() => service.close());

const sign = (body: string, by = secret) => createHmac('sha256', by).update(body).digest('base64');

async function shopify(topic: string, payload: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify(payload);
  const answer = await service.clients[0].send({
    path: '/shops/shopify',
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-hmac-sha256': sign(body),
      ...headers,
    },
    body,
  });
  return { status: answer.status, ...Object(answer.json) } as { status: number; outcome?: string; detail?: unknown };
}

async function woo(topic: string, payload: object, more: Record<string, string> = {}) {
  const body = JSON.stringify(payload);
  const headers = {
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-signature': sign(body),
    'content-type': 'application/json',
    ...more,
  };
  const answer = await service.clients[0].send({ path: '/shops/woocommerce', headers, body });
  return { status: answer.status, ...Object(answer.json) } as { status: number; outcome?: string };
}

let clock = Date.parse('2026-03-01T10:00:00Z');
const later = () => {
  clock += 60_000;
  return new Date(clock).toISOString();
};

const productOf = (id: number, sku: string, more: object = {}, variant: object = {}) => ({
  id,
  title: `Product ${sku}`,
  vendor: 'Acme',
  product_type: 'Pendant',
  status: 'active',
  updated_at: later(),
  options: [{ name: 'Title' }],
  variants: [
    {
      id: id + 1,
      sku,
      price: '49.00',
      option1: 'Default Title',
      inventory_item_id: id + 2,
      inventory_management: 'shopify',
      inventory_quantity: 5,
      ...variant,
    },
  ],
  ...more,
});

const orderOf = (id: number, lines: readonly [sku: string, quantity: number][], more: object = {}) => ({
  id,
  name: `#${id}`,
  created_at: '2026-02-01T09:00:00-05:00',
  updated_at: later(),
  financial_status: 'paid',
  phone: `+1${phone}`,
  line_items: lines.map(([sku, quantity], at) => ({ id: id + at, sku, name: sku, price: '20.00', quantity })),
  ...more,
});

interface Offers {
  recommendations: { sku: string | number; article_type: string; size: number }[];
  resolved_purchased: unknown[];
  history_size: number;
  degraded: string[];
}

/** Asks again after a 503 and after an answer without a late part, such as the history: both may come while the machine is busy. */
async function recommend(body: object): Promise<Offers> {
  let answer = await service.post('/recommend', body);
  await until('the service answers completely', async () => {
    if (isComplete(answer)) return true;
    answer = await service.post('/recommend', body);
    return isComplete(answer);
  });
  expect(answer).toMatchObject({ status: 200 });
  return answer.json as Offers;
}

function isComplete({ status, json }: HttpAnswer): boolean {
  return status !== 503 && (status !== 200 || (json as Offers).degraded.length === 0);
}

async function offered(sku: string): Promise<boolean> {
  const { recommendations } = await recommend({ phone: '0000000000', num_items: 10, purchased_skus: [] });
  return recommendations.some((item) => String(item.sku) === sku);
}

async function resolves(sku: string): Promise<boolean> {
  return (await recommend({ phone: '0000000000', purchased_skus: [sku] })).resolved_purchased.length > 0;
}

async function historySize(number = phone): Promise<number> {
  return (await recommend({ phone: number })).history_size;
}

async function stockOf(sku: string): Promise<number | undefined> {
  const [row] = await service.query<{ on_hand: number }>(
    'SELECT on_hand FROM stock_levels WHERE brand_id = $1 AND sku = $2',
    [service.brand.id, sku],
  );
  return row?.on_hand;
}

async function inCatalogue(sku: string): Promise<{ title: string; isRetired: boolean } | undefined> {
  const select =
    'SELECT title, retired_at IS NOT NULL AS "isRetired" FROM catalog_items WHERE brand_id = $1 AND sku = $2';
  return (await service.query<{ title: string; isRetired: boolean }>(select, [service.brand.id, sku]))[0];
}

async function onlyInStock(sku: string): Promise<void> {
  await service.query('UPDATE stock_levels SET on_hand = 0 WHERE brand_id = $1 AND sku <> $2', [service.brand.id, sku]);
  await service.query('UPDATE data_versions SET stock = stock + 1 WHERE brand_id = $1', [service.brand.id]);
}

describe('products of Shopify', () => {
  test('a product is offered after its first delivery and is not offered 5 s after its last unit is sold', async () => {
    expect(await shopify('products/create', productOf(9000, 'PEN-1'))).toMatchObject({
      status: 200,
      outcome: 'applied',
    });
    await onlyInStock('PEN-1');
    await until('the product is offered', () => offered('PEN-1'));

    const level = { inventory_item_id: 9002, location_id: 1, available: 0, updated_at: later() };
    expect(await shopify('inventory_levels/update', level)).toMatchObject({ status: 200, outcome: 'applied' });
    const sentAt = Date.now();
    await until('the product is no longer offered', async () => !(await offered('PEN-1')));
    expect(Date.now() - sentAt).toBeLessThan(noticeMs);
    expect(await shopify('inventory_levels/update', { ...level, available: 2, updated_at: later() })).toMatchObject({
      outcome: 'applied',
    });
    await until('the product is offered again', () => offered('PEN-1'));
  });

  test('a repeated delivery and an older delivery do not change a product', async () => {
    const old = productOf(9100, 'PEN-2');
    const newer = productOf(9100, 'PEN-2', { title: 'Newer' }, { inventory_quantity: 3 });
    const id = { 'x-shopify-webhook-id': 'b54557e4' };
    expect(await shopify('products/update', newer, id)).toMatchObject({ outcome: 'applied' });
    expect(await shopify('products/update', newer, id)).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await shopify('products/update', newer)).toMatchObject({ outcome: 'unchanged' });
    expect(await shopify('products/update', old)).toMatchObject({ status: 200, outcome: 'stale' });
    expect(await stockOf('PEN-2')).toBe(3);
  });

  test('a draft, a removed variant and a deleted product are retired; an older delivery does not undo this', async () => {
    const isRetired = async (sku: string) => {
      const select = 'SELECT retired_at FROM catalog_items WHERE brand_id = $1 AND sku = $2';
      return (
        (await service.query<{ retired_at: Date | null }>(select, [service.brand.id, sku]))[0]?.retired_at !== null
      );
    };
    await shopify('products/create', productOf(9200, 'PEN-3'));
    await shopify('products/update', productOf(9200, 'PEN-3', { status: 'draft' }));
    expect(await isRetired('PEN-3')).toBe(true);
    await shopify('products/update', productOf(9200, 'PEN-3'));
    expect(await isRetired('PEN-3')).toBe(false);
    const renamed = productOf(9200, 'PEN-3b');
    await shopify('products/update', renamed);
    expect([await isRetired('PEN-3'), await isRetired('PEN-3b')]).toEqual([true, false]);
    const old = productOf(9200, 'PEN-3b');
    await shopify('products/delete', { id: 9200 }, { 'x-shopify-triggered-at': later() });
    expect(await isRetired('PEN-3b')).toBe(true);
    expect(await shopify('products/update', old)).toMatchObject({ outcome: 'stale' });
    expect(await isRetired('PEN-3b')).toBe(true);
  });

  test('variants of which a delivery has only the id stay as they are, and go and come back with their product', async () => {
    const listed = (ids: number[], more: object = {}) =>
      productOf(1050, 'with-data', {
        variant_gids: ids.map((id) => ({ admin_graphql_api_id: `gid://shopify/ProductVariant/${id}` })),
        ...more,
      });
    const both = listed([1051, 1053]);
    const [variant] = both.variants;
    const second = { ...variant, id: 1053, sku: 'without-data', inventory_item_id: 1054 };
    await shopify('products/create', { ...both, variants: [...both.variants, second] });
    expect(await shopify('products/update', listed([1051, 1053]))).toMatchObject({ status: 200 });
    expect(await inCatalogue('without-data')).toMatchObject({ isRetired: false });

    await shopify('products/update', listed([1051, 1053], { status: 'draft' }));
    expect(await inCatalogue('without-data')).toMatchObject({ isRetired: true });
    await shopify('products/update', listed([1051, 1053]));
    for (const sku of ['with-data', 'without-data']) expect(await inCatalogue(sku)).toMatchObject({ isRetired: false });

    await shopify('products/update', listed([1051]));
    expect(await inCatalogue('without-data')).toMatchObject({ isRetired: true });
    expect(await inCatalogue('with-data')).toMatchObject({ isRetired: false });
    await shopify('products/delete', { id: 1050 });
  });

  test('a SKU of two products is offered with the data of the one that is left, and is retired with the last one', async () => {
    await shopify('products/create', productOf(9220, 'SAME-1', { title: 'First' }, { inventory_quantity: 2 }));
    const level = { inventory_item_id: 9222, location_id: 1, available: 3, updated_at: later() };
    await shopify('inventory_levels/update', level);
    await shopify('products/create', productOf(9230, 'SAME-1', { title: 'Second' }, { inventory_quantity: 7 }));
    expect(await inCatalogue('SAME-1')).toEqual({ title: 'Second', isRetired: false });
    await shopify('products/delete', { id: 9230 }, { 'x-shopify-triggered-at': later() });
    expect(await inCatalogue('SAME-1')).toEqual({ title: 'First', isRetired: false });
    expect(await stockOf('SAME-1')).toBe(3);
    await shopify('products/delete', { id: 9220 }, { 'x-shopify-triggered-at': later() });
    expect(await inCatalogue('SAME-1')).toMatchObject({ isRetired: true });
  });

  test('a variant that was moved to another product is offered when its old product no longer has it', async () => {
    await shopify('products/create', productOf(9240, 'MOVED-1', { title: 'Old' }));
    await shopify('products/create', productOf(9250, 'MOVED-1', { title: 'New' }, { inventory_quantity: 4 }));
    await shopify('products/update', productOf(9240, 'STAYS-1', { title: 'Old' }));
    expect(await inCatalogue('MOVED-1')).toEqual({ title: 'New', isRetired: false });
    expect(await stockOf('MOVED-1')).toBe(4);
  });

  test('a SKU is retired when the other product that has it is a draft', async () => {
    await shopify('products/create', productOf(9260, 'DRAFT-1'));
    await shopify('products/create', productOf(9270, 'DRAFT-1', { status: 'draft' }));
    expect(await inCatalogue('DRAFT-1')).toMatchObject({ isRetired: false });
    await shopify('products/delete', { id: 9260 }, { 'x-shopify-triggered-at': later() });
    expect(await inCatalogue('DRAFT-1')).toMatchObject({ isRetired: true });
  });

  test('neither a draft nor its levels change the stock of a product that has the same SKU', async () => {
    await shopify('products/create', productOf(9330, 'DRAFT-2', {}, { inventory_quantity: 0 }));
    const draft = () => productOf(9340, 'DRAFT-2', { status: 'draft' }, { inventory_quantity: 49 });
    await shopify('products/create', draft());
    const level = { inventory_item_id: 9342, location_id: 1, available: 49, updated_at: later() };
    await shopify('inventory_levels/update', level);
    expect(await stockOf('DRAFT-2')).toBe(0);
    await shopify('products/update', draft());
    expect(await stockOf('DRAFT-2')).toBe(0);
  });

  test('the stock is the sum of the locations; a level that arrived before its product counts', async () => {
    const level = (location_id: number, available: number, updated_at: string) => ({
      inventory_item_id: 9302,
      location_id,
      available,
      updated_at,
    });
    const product = productOf(9300, 'PEN-4');
    const first = later();
    expect(await shopify('inventory_levels/update', level(1, 7, first))).toMatchObject({
      status: 200,
      outcome: 'unknown_item',
    });
    await shopify('products/create', product);
    expect(await stockOf('PEN-4')).toBe(7);
    await shopify('inventory_levels/update', level(2, 2, later()));
    expect(await stockOf('PEN-4')).toBe(9);
    expect(await shopify('inventory_levels/update', level(1, 1, '2026-03-01T00:00:00Z'))).toMatchObject({
      outcome: 'stale',
    });
    expect(await stockOf('PEN-4')).toBe(9);
  });

  test('a location that was disconnected no longer counts, and an older level of it changes nothing', async () => {
    const level = (location_id: number, available: number, updated_at = later()) =>
      shopify('inventory_levels/update', { inventory_item_id: 9312, location_id, available, updated_at });
    await shopify('products/create', productOf(9310, 'LOC-1'));
    await level(1, 2);
    const old = later();
    await level(2, 3);
    expect(await stockOf('LOC-1')).toBe(5);
    const disconnection = { inventory_item_id: 9312, location_id: 2 };
    const triggered = { 'x-shopify-triggered-at': later() };
    expect(await shopify('inventory_levels/disconnect', disconnection, triggered)).toMatchObject({
      status: 200,
      outcome: 'applied',
    });
    expect(await stockOf('LOC-1')).toBe(2);
    expect(await level(2, 3, old)).toMatchObject({ outcome: 'stale' });
    await level(1, 0);
    expect(await stockOf('LOC-1')).toBe(0);
    await level(2, 1);
    expect(await stockOf('LOC-1')).toBe(1);
  });

  test('after a newer total of its product, a location counts no more than the total had for it', async () => {
    const level = (location_id: number, available: number, updated_at = later()) =>
      shopify('inventory_levels/update', { inventory_item_id: 9322, location_id, available, updated_at });
    const total = (inventory_quantity: number) =>
      shopify('products/update', productOf(9320, 'LOC-2', {}, { inventory_quantity }));
    await total(5);
    await level(1, 2);
    await level(2, 3);
    const late = later();
    await total(0);
    expect(await stockOf('LOC-2')).toBe(0);
    await level(1, 0);
    expect(await stockOf('LOC-2')).toBe(0);
    await level(1, 1);
    expect(await stockOf('LOC-2')).toBe(1);
    await total(4);
    await level(2, 9, late);
    expect(await stockOf('LOC-2')).toBe(4);
  });

  test('a level of the same second as the total counts when it arrives later', async () => {
    const product = productOf(9330, 'LOC-3');
    await shopify('products/create', product);
    const level = { inventory_item_id: 9332, location_id: 1, available: 0, updated_at: product.updated_at };
    await shopify('inventory_levels/update', level);
    expect(await stockOf('LOC-3')).toBe(0);
    await shopify('products/update', { ...product, title: 'Counted again' });
    expect(await stockOf('LOC-3')).toBe(5);
  });

  test('a product without a type is answered 200, and the answer names the problem', async () => {
    const answer = await shopify('products/create', productOf(9400, 'PEN-5', { product_type: null }));
    expect(answer).toMatchObject({ status: 200, problems: ['article_type is missing'] });
  });
});

describe('orders', () => {
  test('an order of Shopify is in the history at once and opens its size; a refund or a cancellation removes it', async () => {
    const order = orderOf(700, [
      ['101', 1],
      ['401', 2],
    ]);
    expect(await shopify('orders/create', order)).toMatchObject({ status: 200, outcome: 'applied' });
    expect(await shopify('orders/paid', order)).toMatchObject({ outcome: 'unchanged' });
    expect(await historySize()).toBe(2);
    await service.query('UPDATE stock_levels SET on_hand = 5 WHERE brand_id = $1 AND sku = ANY ($2)', [
      service.brand.id,
      ['102', '103'],
    ]);
    await service.query('UPDATE data_versions SET stock = stock + 1 WHERE brand_id = $1', [service.brand.id]);
    const ringSizes = async () => {
      const { recommendations } = await recommend({ phone, num_items: 10 });
      return [...new Set(recommendations.filter((item) => item.article_type === 'Ring').map(({ size }) => size))];
    };
    await until('a ring of the size is offered', async () => (await ringSizes()).length > 0);
    expect(await ringSizes()).toEqual([7]);

    const refund = (quantity: number) => ({
      id: 1,
      order_id: 700,
      refund_line_items: [{ quantity, line_item: { sku: '401', quantity: 2 } }],
    });
    expect(await shopify('refunds/create', refund(1))).toMatchObject({ outcome: 'ignored' });
    expect(await historySize()).toBe(2);
    expect(await shopify('refunds/create', refund(2))).toMatchObject({ status: 200, outcome: 'applied' });
    expect(await historySize()).toBe(1);
    expect(await shopify('orders/cancelled', { ...order, updated_at: later(), cancelled_at: later() })).toMatchObject({
      outcome: 'applied',
    });
    expect(await historySize()).toBe(0);
    expect(await shopify('orders/updated', order)).toMatchObject({ outcome: 'stale' });
  });

  test('an order whose cancellation arrives before its first delivery is not in the history', async () => {
    const order = orderOf(710, [['401', 1]], { phone: '+14155550148' });
    await shopify('orders/cancelled', { ...order, updated_at: later(), cancelled_at: later() });
    expect(await shopify('orders/create', order)).toMatchObject({ outcome: 'stale' });
    expect(await historySize('4155550148')).toBe(0);
  });

  test('an order whose first line is rejected can still be refunded', async () => {
    const other = '4155550148';
    const order = orderOf(9700, [
      ['no sku', 1],
      ['PEN-7', 1],
    ]);
    expect(await shopify('orders/create', { ...order, phone: `+1${other}` })).toMatchObject({ outcome: 'applied' });
    const refund = { order_id: 9700, refund_line_items: [{ quantity: 1, line_item: { sku: 'PEN-7', quantity: 1 } }] };
    expect(await shopify('refunds/create', refund)).toMatchObject({ status: 200, outcome: 'applied' });
  });

  describe('an order whose phone number is corrected', () => {
    const [wrong, right] = ['4155550160', '4155550161'];
    const lines: [string, number][] = [
      ['401', 2],
      ['402', 1],
      ['501', 1],
    ];
    const refundOf = (id: number, sku: string) => ({
      order_id: id,
      refund_line_items: [{ quantity: 1, line_item: { sku, quantity: 1 } }],
    });
    /** Later deliveries of the order have the refund of its second line as well. */
    const refundedOf = (id: number, more: object) =>
      orderOf(id, lines, { ...more, refunds: [{ refund_line_items: [{ line_item_id: id + 1, quantity: 1 }] }] });

    test('moves to the other customer, with its returns', async () => {
      await shopify('orders/create', orderOf(730, lines, { phone: `+1${wrong}` }));
      await shopify('refunds/create', refundOf(730, '402'));
      expect(await historySize(wrong)).toBe(2);
      const corrected = refundedOf(730, { phone: `+1${right}` });
      expect(await shopify('orders/updated', corrected)).toMatchObject({ outcome: 'applied' });
      expect([await historySize(wrong), await historySize(right)]).toEqual([0, 2]);
      expect(await shopify('refunds/create', refundOf(730, '501'))).toMatchObject({ outcome: 'applied' });
      expect(await historySize(right)).toBe(1);
      await shopify('orders/updated', refundedOf(730, { phone: `+1${wrong}` }));
      expect([await historySize(wrong), await historySize(right)]).toEqual([2, 0]);
    });

    test('moves when its day is corrected as well, or alone', async () => {
      const [first, second] = ['4155550166', '4155550167'];
      const onDay = (day: string, number: string) => ({ phone: `+1${number}`, created_at: `${day}T09:00:00-05:00` });
      await shopify('orders/create', orderOf(760, lines, onDay('2026-02-01', first)));
      await shopify('refunds/create', refundOf(760, '402'));
      await shopify('orders/updated', refundedOf(760, onDay('2026-02-03', second)));
      expect([await historySize(first), await historySize(second)]).toEqual([0, 2]);
      await shopify('orders/updated', refundedOf(760, onDay('2026-01-31', second)));
      expect(await historySize(second)).toBe(2);
      expect(await shopify('refunds/create', refundOf(760, '501'))).toMatchObject({ outcome: 'applied' });
      expect(await historySize(second)).toBe(1);
    });

    test('leaves the other orders of its first customer', async () => {
      const [first, second] = ['4155550162', '4155550163'];
      await shopify('orders/create', orderOf(740, [['401', 1]], { phone: `+1${first}` }));
      await shopify('orders/create', orderOf(741, [['402', 1]], { phone: `+1${first}` }));
      await shopify('orders/updated', orderOf(741, [['402', 1]], { phone: `+1${second}` }));
      expect([await historySize(first), await historySize(second)]).toEqual([1, 1]);
    });

    test('is returned to its first customer when it is cancelled as well', async () => {
      const [first, second] = ['4155550164', '4155550165'];
      await shopify('orders/create', orderOf(750, lines, { phone: `+1${first}` }));
      await shopify('orders/cancelled', orderOf(750, lines, { phone: `+1${second}`, cancelled_at: later() }));
      expect([await historySize(first), await historySize(second)]).toEqual([0, 0]);
    });
  });

  describe('an order that changes after it was bought', () => {
    const number = '4155550170';
    const wooOrder = (id: number, skus: readonly string[], more: object = {}) => ({
      id,
      number: String(id),
      status: 'processing',
      date_created: '2026-02-03T10:00:00',
      date_modified_gmt: later(),
      billing: { first_name: 'Ada', last_name: 'Example', phone: number },
      line_items: skus.map((sku) => ({ sku, name: sku, quantity: 1, price: 39 })),
      ...more,
    });
    const bought = async (...orders: string[]) => {
      const select = `SELECT line.sku FROM order_lines AS line JOIN customers ON customers.id = line.customer_id
        WHERE phone_number = $1 AND line.order_id = ANY ($2) AND returned_at IS NULL ORDER BY line.order_id, line.sku`;
      return (await service.query<{ sku: string }>(select, [`+1${number}`, orders])).map(({ sku }) => sku);
    };

    test.each(['cancelled', 'refunded', 'failed', 'pending', 'on-hold', 'trash'])(
      'is bought again when it is opened again after it was %s',
      async (status) => {
        await woo('order.created', wooOrder(800, ['501', '401']));
        expect(await woo('order.updated', wooOrder(800, ['501', '401'], { status }))).toMatchObject({
          outcome: 'applied',
        });
        expect(await bought('800')).toEqual([]);
        expect(await woo('order.updated', wooOrder(800, ['501', '401']))).toMatchObject({ outcome: 'applied' });
        expect(await bought('800')).toEqual(['401', '501']);
        expect(await woo('order.updated', wooOrder(800, ['501', '401']))).toMatchObject({ outcome: 'unchanged' });
      },
    );

    test('stays as it is when its status is unknown, and the answer says so', async () => {
      await woo('order.created', wooOrder(808, ['501', '401']));
      expect(await woo('order.updated', wooOrder(808, ['501'], { status: 'waiting-for-dhl' }))).toMatchObject({
        status: 200,
        outcome: 'rejected',
        problems: [expect.stringContaining('status "waiting-for-dhl" is unknown')],
      });
      expect(await bought('808')).toEqual(['401', '501']);
    });

    test('changes the statistics of its past day each time', async () => {
      const version = async () => {
        const select = 'SELECT orders::int AS orders FROM data_versions WHERE brand_id = $1';
        return Object((await service.query(select, [service.brand.id]))[0]).orders as number;
      };
      const before = await version();
      for (const status of ['processing', 'cancelled', 'processing', 'completed']) {
        await woo('order.updated', wooOrder(806, ['501'], { status }));
      }
      expect(await version()).toBe(before + 3);
    });

    test('loses a line that was removed, until the line is added again', async () => {
      await woo('order.created', wooOrder(801, ['501', '401']));
      await shopify('orders/create', orderOf(8010, [['402', 1]], { phone: number }));
      await woo('order.updated', wooOrder(801, ['501']));
      expect(await bought('801', '#8010')).toEqual(['402', '501']);
      await woo('order.updated', wooOrder(801, ['501', '401']));
      expect(await bought('801', '#8010')).toEqual(['402', '401', '501']);
      expect(await shopify('orders/updated', orderOf(8010, [], { phone: number }))).toMatchObject({
        outcome: 'applied',
      });
      expect(await bought('801', '#8010')).toEqual(['401', '501']);
    });

    test('keeps the line of a product that was deleted, which then has no SKU', async () => {
      await woo('order.created', wooOrder(807, ['501', '401', '402']));
      const without = [{ sku: null, name: '501', quantity: 1, price: 39 }];
      const [first] = wooOrder(807, ['401']).line_items;
      await woo('order.updated', wooOrder(807, [], { status: 'completed', line_items: [...without, first] }));
      expect(await bought('807')).toEqual(['401', '402', '501']);
      await woo('order.updated', wooOrder(807, [], { status: 'refunded', line_items: [...without, first] }));
      expect(await bought('807')).toEqual([]);
    });

    test('keeps its lines when it loses its phone number', async () => {
      await woo('order.created', wooOrder(802, ['501', '401']));
      const anonymous = { billing: { first_name: '', last_name: '', phone: '' } };
      expect(await woo('order.updated', wooOrder(802, ['501', '401'], anonymous))).toMatchObject({
        outcome: 'unchanged',
      });
      expect(await bought('802')).toEqual(['401', '501']);
      await woo('order.updated', wooOrder(802, ['501'], anonymous));
      expect(await bought('802')).toEqual(['501']);
    });

    test('keeps a return that an import marked', async () => {
      await woo('order.created', wooOrder(803, ['501', '401']));
      await service.query("UPDATE order_lines SET returned_at = now() WHERE order_id = '803' AND sku = '401'");
      for (const status of ['completed', 'cancelled', 'completed']) {
        await woo('order.updated', wooOrder(803, ['501', '401'], { status }));
      }
      expect(await bought('803')).toEqual(['501']);
    });

    test('is returned when it is deleted at WooCommerce, and bought again when it is restored', async () => {
      await woo('order.created', wooOrder(804, ['501', '401']));
      expect(await woo('order.deleted', { id: 804 })).toMatchObject({ outcome: 'applied' });
      expect(await woo('order.deleted', { id: 804 })).toMatchObject({ outcome: 'unchanged' });
      expect(await bought('804')).toEqual([]);
      expect(await woo('order.restored', wooOrder(804, ['501', '401']))).toMatchObject({ outcome: 'applied' });
      expect(await bought('804')).toEqual(['401', '501']);
    });

    test('is returned when it is deleted at Shopify, also by a deletion that overtakes its first delivery', async () => {
      const order = orderOf(8050, [['402', 1]], { phone: number });
      await shopify('orders/create', order);
      const triggered = () => ({ 'x-shopify-triggered-at': later() });
      expect(await shopify('orders/delete', { id: 8050 }, triggered())).toMatchObject({ outcome: 'applied' });
      expect(await bought('#8050', '#8060')).toEqual([]);
      expect(await shopify('orders/updated', order)).toMatchObject({ outcome: 'stale' });
      const next = orderOf(8060, [['402', 1]], { phone: number });
      expect(await shopify('orders/delete', { id: 8060 }, triggered())).toMatchObject({ outcome: 'unchanged' });
      expect(await shopify('orders/create', next)).toMatchObject({ outcome: 'stale' });
      expect(await bought('#8050', '#8060')).toEqual([]);
    });

    test('that was imported is returned by its first delivery', async () => {
      await shopify(
        'orders/create',
        orderOf(
          8070,
          [
            ['402', 1],
            ['401', 1],
          ],
          { phone: number },
        ),
      );
      await service.query("DELETE FROM shop_orders WHERE order_id = '8070'");
      const added: [string, number][] = [
        ['501', 1],
        ['402', 1],
        ['401', 1],
      ];
      await shopify('orders/cancelled', orderOf(8070, added, { phone: number, cancelled_at: later() }));
      expect(await bought('#8070')).toEqual([]);
    });
  });

  test('a refund that arrives after the order with it returns no line of the same SKU that is left', async () => {
    const number = '4155550172';
    const twice: [string, number][] = [
      ['402', 1],
      ['402', 1],
    ];
    const refunded = { id: 840, quantity: 1, line_item: { sku: '402', quantity: 1, current_quantity: 0 } };
    await shopify('orders/create', orderOf(840, twice, { phone: number }));
    const refund = { order_id: 840, created_at: later(), refund_line_items: [refunded] };
    const refunds = [{ refund_line_items: [{ line_item_id: 840, quantity: 1 }] }];
    const updated = orderOf(840, twice, { phone: number, refunds, updated_at: refund.created_at });
    await shopify('orders/updated', updated);
    expect(await shopify('refunds/create', refund)).toMatchObject({ status: 200, outcome: 'stale' });
    expect(await historySize(number)).toBe(1);
    expect(await shopify('refunds/create', { ...refund, created_at: later() })).toMatchObject({ outcome: 'applied' });
    expect(await historySize(number)).toBe(0);
  });

  test('a delivery of an order from before its refund does not take the refund back; refunds of one second both count', async () => {
    const number = '4155550174';
    const lines: [string, number][] = [
      ['401', 1],
      ['402', 1],
      ['501', 1],
    ];
    await shopify('orders/create', orderOf(860, lines, { phone: number }));
    const late = orderOf(860, lines, { phone: number });
    const created_at = later();
    const refundOf = (sku: string) => ({
      order_id: 860,
      created_at,
      refund_line_items: [{ quantity: 1, line_item: { sku, quantity: 1 } }],
    });
    expect(await shopify('refunds/create', refundOf('401'))).toMatchObject({ outcome: 'applied' });
    expect(await shopify('refunds/create', refundOf('402'))).toMatchObject({ outcome: 'applied' });
    expect(await shopify('orders/updated', late)).toMatchObject({ status: 200, outcome: 'stale' });
    expect(await historySize(number)).toBe(1);
    const refunds = [{ refund_line_items: [{ line_item_id: 860, quantity: 1 }] }];
    const same = orderOf(860, lines, { phone: number, refunds, updated_at: created_at });
    expect(await shopify('orders/updated', same)).toMatchObject({ outcome: 'applied' });
    expect(await historySize(number)).toBe(2);
  });

  test('an order without a bought line waits for an import, and the import does not wait for it', async () => {
    const order = orderOf(850, [['402', 1]], { phone: '4155550173' });
    await shopify('orders/create', order);
    const connection = await service.pool.connect();
    await connection.query('BEGIN');
    await lockCustomers((text, values) => connection.query(text, values), service.brand.id);
    const cancelled = shopify('orders/cancelled', { ...order, updated_at: later(), cancelled_at: later() });
    await until('the delivery waits', async () => {
      const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
      return (await service.query(waiting)).length > 0;
    });
    const counts = { inserted: 1, updated: 0, unchanged: 0 };
    await announceImport((text, values) => connection.query(text, [...values]), service.brand.id, 'orders', counts);
    await connection.query('COMMIT');
    connection.release();
    expect(await cancelled).toMatchObject({ status: 200, outcome: 'applied' });
  });

  test('the only phone number may be in the default address of the customer', async () => {
    const order = orderOf(830, [['402', 1]], { phone: null, shipping_address: { phone: null } });
    const customer = { phone: null, default_address: { phone: '+1 415-555-0171' } };
    expect(await shopify('orders/create', { ...order, customer })).toMatchObject({ outcome: 'applied' });
    expect(await historySize('4155550171')).toBe(1);
  });

  test('the answer to a refund says that its order is not on file', async () => {
    const refund_line_items = [{ quantity: 1, line_item: { sku: '401', quantity: 1 } }];
    expect(await shopify('refunds/create', { id: 2, order_id: 999, refund_line_items })).toMatchObject({
      status: 200,
      outcome: 'unknown_order',
    });
  });

  test('the erasure of a customer also deletes the stored number and day of the order', async () => {
    const number = '+14155550149';
    await shopify('orders/create', orderOf(720, [['401', 1]], { phone: number }));
    const ofCustomer = 'SELECT id FROM customers WHERE brand_id = $1 AND phone_number = $2';
    const [customer] = await service.query<{ id: string }>(ofCustomer, [service.brand.id, number]);
    await service.query('DELETE FROM order_lines WHERE customer_id = $1', [customer?.id]);
    await service.query('DELETE FROM customers WHERE id = $1', [customer?.id]);
    expect(await service.query("SELECT 1 FROM shop_orders WHERE order_id = '720'")).toEqual([]);
  });

  test('an order of WooCommerce is in the history until it is refunded', async () => {
    const order = {
      id: 5,
      number: '5',
      status: 'processing',
      date_created: '2026-02-03T10:00:00',
      date_modified_gmt: '2026-02-03T10:00:01',
      billing: { first_name: 'Ada', last_name: 'Example', phone: '(415) 555-0150' },
      line_items: [{ sku: '501', name: 'Hoops', quantity: 1, price: 39 }],
    };
    expect(await woo('order.created', order)).toMatchObject({ status: 200, outcome: 'applied' });
    expect(await historySize('4155550150')).toBe(1);
    const refunded = { ...order, status: 'refunded', date_modified_gmt: '2026-02-04T10:00:01' };
    expect(await woo('order.updated', refunded)).toMatchObject({ outcome: 'applied' });
    expect(await historySize('4155550150')).toBe(0);
    expect(await woo('order.updated', order)).toMatchObject({ outcome: 'stale' });
  });
});

test('a variation of WooCommerce gets the category of its product', async () => {
  const parent = { id: 22, name: 'Tee', type: 'variable', status: 'publish', date_modified_gmt: '2026-02-03T10:00:01' };
  await woo('product.updated', { ...parent, categories: [{ name: 'Shirts' }] });
  const variation = { ...parent, id: 23, parent_id: 22, type: 'variation', name: 'Tee M', sku: 'TEE-M', price: '9' };
  expect(await woo('product.updated', { ...variation, stock_status: 'instock' })).toMatchObject({ outcome: 'applied' });
  await until('the catalogue contains it', () => resolves('TEE-M'));
  const select = "SELECT article_type FROM catalog_items WHERE sku = 'TEE-M'";
  expect(await service.query(select)).toEqual([{ article_type: 'Shirts' }]);
  await woo('product.deleted', { id: 22 });
  expect(await service.query("SELECT 1 FROM catalog_items WHERE sku = 'TEE-M' AND retired_at IS NULL")).toEqual([]);
});

const wooProductOf = (id: number, sku: string, more: object = {}) => ({
  id,
  name: `Woo ${sku}`,
  type: 'simple',
  status: 'publish',
  sku,
  price: '9',
  date_modified_gmt: later(),
  manage_stock: true,
  stock_quantity: 4,
  stock_status: 'instock',
  categories: [{ name: 'Shirts' }],
  ...more,
});

describe('products of WooCommerce', () => {
  test('deliveries of one second have one id, and only a repetition is a duplicate', async () => {
    const second = { 'x-wc-webhook-delivery-id': 'c4ca4238a0b923820dcc509a6f75849b' };
    const first = wooProductOf(400, 'SECOND-1');
    const sold = { ...first, stock_quantity: 0, stock_status: 'outofstock' };
    expect(await woo('product.updated', first, second)).toMatchObject({ outcome: 'applied' });
    expect(await woo('product.updated', wooProductOf(401, 'SECOND-2'), second)).toMatchObject({ outcome: 'applied' });
    expect(await woo('product.updated', first, second)).toMatchObject({ status: 200, outcome: 'duplicate' });
    expect(await woo('product.updated', sold, second)).toMatchObject({ outcome: 'applied' });
    expect(await woo('product.updated', sold, second)).toMatchObject({ outcome: 'duplicate' });
    expect(await stockOf('SECOND-1')).toBe(0);
    expect(await woo('product.updated', first, second)).toMatchObject({ outcome: 'applied' });
    expect(await stockOf('SECOND-1')).toBe(4);
    expect(await woo('product.created', first, second)).toMatchObject({ outcome: 'unchanged' });
    expect(await woo('customer.updated', { id: 400 }, second)).toMatchObject({ outcome: 'ignored' });
  });

  describe('a deletion', () => {
    /** By a clock of the shop that is ahead of ours (above zero) or behind. */
    const shopTime = (seconds: number) => ({
      date_modified_gmt: new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19),
    });

    test('counts although the shop dated the change before it later, and a late change does not undo it', async () => {
      const last = wooProductOf(410, 'AHEAD-1', shopTime(60));
      await woo('product.updated', last);
      expect(await woo('product.deleted', { id: 410 })).toMatchObject({ outcome: 'applied' });
      expect(await inCatalogue('AHEAD-1')).toMatchObject({ isRetired: true });
      expect(await woo('product.updated', last)).toMatchObject({ outcome: 'stale' });
      expect(await woo('product.updated', wooProductOf(410, 'AHEAD-1', shopTime(50)))).toMatchObject({
        outcome: 'stale',
      });
      expect(await inCatalogue('AHEAD-1')).toMatchObject({ isRetired: true });
      expect(await woo('product.updated', wooProductOf(410, 'AHEAD-1', shopTime(90)))).toMatchObject({
        outcome: 'applied',
      });
      expect(await inCatalogue('AHEAD-1')).toMatchObject({ isRetired: false });
    });

    test('counts for changes that the shop dated between the last one and the deletion', async () => {
      await woo('product.updated', wooProductOf(420, 'AHEAD-2', shopTime(60)));
      await service.query(
        "UPDATE shop_products SET changed_at = changed_at - interval '30 s' WHERE product_id = '420'",
      );
      await woo('product.deleted', { id: 420 });
      expect(await woo('product.updated', wooProductOf(420, 'AHEAD-2', shopTime(55)))).toMatchObject({
        outcome: 'stale',
      });
    });

    test('is undone by a restore, also when the clock of the shop is behind', async () => {
      await woo('product.updated', wooProductOf(430, 'BEHIND-1', shopTime(-600)));
      await woo('product.deleted', { id: 430 });
      expect(await woo('product.updated', wooProductOf(430, 'BEHIND-1', shopTime(-590)))).toMatchObject({
        outcome: 'stale',
      });
      const restored = wooProductOf(430, 'BEHIND-1', shopTime(-580));
      expect(await woo('product.restored', restored)).toMatchObject({ outcome: 'applied' });
      expect(await inCatalogue('BEHIND-1')).toMatchObject({ isRetired: false });
      const sold = wooProductOf(430, 'BEHIND-1', { ...shopTime(-570), stock_quantity: 0 });
      expect(await woo('product.updated', sold)).toMatchObject({ outcome: 'applied' });
    });

    test('counts for a product and for variations that were not delivered before', async () => {
      expect(await woo('product.deleted', { id: 440 })).toMatchObject({ status: 200 });
      const product = wooProductOf(440, 'LATE-1', shopTime(-5));
      expect(await woo('product.created', product)).toMatchObject({ outcome: 'stale' });
      const variation = wooProductOf(441, 'LATE-2', { ...shopTime(-5), type: 'variation', parent_id: 440 });
      expect(await woo('product.created', variation)).toMatchObject({ outcome: 'stale' });
      expect(await inCatalogue('LATE-2')).toBeUndefined();
      expect(await woo('product.restored', product)).toMatchObject({ outcome: 'applied' });
      expect(await woo('product.updated', variation)).toMatchObject({ outcome: 'applied' });
    });
  });

  test('the SKU of a simple product that gets variations is retired, unless a variation has it', async () => {
    await woo('product.created', wooProductOf(300, 'SIMPLE-1'));
    await woo('product.updated', wooProductOf(300, 'SIMPLE-1', { type: 'variable' }));
    expect(await inCatalogue('SIMPLE-1')).toMatchObject({ isRetired: true });

    const variation = { type: 'variation', parent_id: 310, name: 'Woo SIMPLE-2 - Red' };
    await woo('product.created', wooProductOf(310, 'SIMPLE-2'));
    await woo('product.created', wooProductOf(311, 'SIMPLE-2', { ...variation, stock_quantity: 6 }));
    await woo('product.updated', wooProductOf(310, 'SIMPLE-2', { type: 'variable' }));
    expect(await inCatalogue('SIMPLE-2')).toEqual({ title: 'Woo SIMPLE-2 - Red', isRetired: false });
    expect(await stockOf('SIMPLE-2')).toBe(6);
  });

  test('a SKU that is deleted at WooCommerce is offered with the data and stock of Shopify, unless that shop was removed', async () => {
    const offer = async () =>
      service.query(
        "SELECT web_price::float8, on_hand FROM catalog_items JOIN stock_levels USING (brand_id, sku) WHERE sku = 'BOTH-1' AND retired_at IS NULL",
      );
    const both = productOf(9800, 'BOTH-1');
    await shopify('products/update', both);
    const level = { inventory_item_id: 9802, location_id: 1, available: 2, updated_at: later() };
    await shopify('inventory_levels/update', level);
    await woo('product.updated', wooProductOf(970, 'BOTH-1'));
    expect(await offer()).toEqual([{ web_price: 9, on_hand: 4 }]);
    await woo('product.deleted', { id: 970 });
    expect(await offer()).toEqual([{ web_price: 49, on_hand: 2 }]);

    await woo('product.updated', wooProductOf(971, 'BOTH-1'));
    const shop = "brand_id = $1 AND shop = 'shopify'";
    const [removed] = await service.query<{ secret_sealed: string }>(
      `DELETE FROM shops WHERE ${shop} RETURNING secret_sealed`,
      [service.brand.id],
    );
    await woo('product.deleted', { id: 971 });
    expect(await offer()).toEqual([]);
    await service.query("INSERT INTO shops (brand_id, shop, secret_sealed) VALUES ($1, 'shopify', $2)", [
      service.brand.id,
      removed?.secret_sealed,
    ]);
  });

  describe('variations', () => {
    const variable = (id: number, more: object = {}) => wooProductOf(id, '', { type: 'variable', ...more });
    const variationOf = (parent_id: number, id: number, sku: string, more: object = {}) =>
      wooProductOf(id, sku, { type: 'variation', parent_id, categories: [], ...more });
    const offered = async (prefix: string) => {
      const select = `SELECT sku, web_price::float8 AS price FROM catalog_items
        WHERE brand_id = $1 AND sku LIKE $2 AND retired_at IS NULL ORDER BY sku`;
      const rows = await service.query<{ sku: string; price: number }>(select, [service.brand.id, `${prefix}%`]);
      return rows.map(({ sku, price }) => `${sku} ${price}`);
    };

    test('are not offered while their product is a draft, and come back with it as they were delivered last', async () => {
      await woo('product.updated', variable(960));
      await woo('product.updated', variationOf(960, 961, 'VAR-D1'));
      await woo('product.updated', variationOf(960, 962, 'VAR-D2'));
      expect(await offered('VAR-D')).toEqual(['VAR-D1 9', 'VAR-D2 9']);
      expect(await woo('product.updated', variable(960, { status: 'draft' }))).toMatchObject({ outcome: 'applied' });
      expect(await offered('VAR-D')).toEqual([]);
      const sold = variationOf(960, 962, 'VAR-D2', { price: '7', stock_quantity: 0 });
      expect(await woo('product.updated', sold)).toMatchObject({ status: 200 });
      await woo('product.updated', variable(960, { status: 'draft' }));
      expect(await offered('VAR-D')).toEqual([]);
      expect(await woo('product.updated', variable(960))).toMatchObject({ outcome: 'applied' });
      expect(await offered('VAR-D')).toEqual(['VAR-D1 9', 'VAR-D2 7']);
      expect([await stockOf('VAR-D1'), await stockOf('VAR-D2')]).toEqual([4, 0]);
    });

    test('of a draft leave their SKU, with its stock, to another product that has it', async () => {
      await woo('product.updated', variable(963));
      await woo('product.updated', variationOf(963, 964, 'VAR-S', { manage_stock: 'parent', stock_quantity: 8 }));
      await woo('product.updated', wooProductOf(965, 'VAR-S', { price: '5', stock_quantity: 3 }));
      await woo('product.updated', variable(963, { status: 'draft' }));
      expect(await offered('VAR-S')).toEqual(['VAR-S 5']);
      await woo('product.updated', variationOf(963, 964, 'VAR-S', { manage_stock: 'parent', stock_quantity: 8 }));
      expect(await offered('VAR-S')).toEqual(['VAR-S 5']);
      expect(await stockOf('VAR-S')).toBe(3);
      await service.query("UPDATE stock_levels SET on_hand = 1 WHERE sku = 'VAR-S'");
      await woo('product.updated', variable(963, { status: 'draft' }));
      expect(await stockOf('VAR-S')).toBe(1);
    });

    test('have the stock of their product when it counts their pieces', async () => {
      await woo('product.updated', variable(972, { stock_quantity: 5 }));
      await woo('product.updated', variationOf(972, 973, 'VAR-P1', { manage_stock: 'parent', stock_quantity: 5 }));
      await woo('product.updated', variationOf(972, 974, 'VAR-P2', { stock_quantity: 2 }));
      expect(await woo('product.updated', variable(972, { stock_quantity: 0 }))).toMatchObject({ outcome: 'applied' });
      expect([await stockOf('VAR-P1'), await stockOf('VAR-P2')]).toEqual([0, 2]);
      expect(await woo('product.updated', variable(972, { stock_quantity: 1.5 }))).toMatchObject({
        outcome: 'applied',
      });
      expect(await stockOf('VAR-P1')).toBe(1);
      await woo('product.updated', variable(972, { stock_quantity: 3, stock_status: 'onbackorder' }));
      expect(await stockOf('VAR-P1')).toBe(0);
    });

    test('follow their product in name, category and tags, whichever is delivered first', async () => {
      const row = async (sku: string) => {
        const select = `SELECT title, article_type, size::float8, attributes->>'tags' AS tags, retired_at IS NULL AS offered
          FROM catalog_items WHERE brand_id = $1 AND sku = $2`;
        return (await service.query(select, [service.brand.id, sku]))[0];
      };
      const own = { attributes: [{ name: 'Ring size', option: 'Size 6' }], categories: [] };
      const wave = (more: object) => variable(990, { name: 'Wave', tags: [{ name: 'gift' }], ...more });
      await woo('product.updated', variationOf(990, 991, 'WAVE 6"', { name: 'Wave - 6', ...own }));
      expect(await row('WAVE 6"')).toBeUndefined();
      await woo('product.updated', wave({ categories: [{ name: 'Uncategorized' }] }));
      expect(await row('WAVE 6"')).toEqual({
        title: 'Wave - 6',
        article_type: 'Uncategorized',
        size: 6,
        tags: 'gift',
        offered: true,
      });
      const rings = { name: 'Tide &amp; Wave', categories: [{ name: 'Rings' }], tags: [] };
      expect(await woo('product.updated', wave(rings))).toMatchObject({ outcome: 'applied' });
      const expected = { title: 'Tide & Wave - 6', article_type: 'Rings', size: 6, tags: null, offered: true };
      expect(await row('WAVE 6"')).toEqual(expected);
      await woo('product.updated', variationOf(990, 991, 'WAVE 6"', { name: 'Wave - 6', ...own }));
      expect(await row('WAVE 6"')).toEqual(expected);
      await woo('product.updated', wave({ ...rings, catalog_visibility: 'hidden' }));
      expect(await row('WAVE 6"')).toEqual({ ...expected, offered: false });
    });

    test('that their product no longer names are retired', async () => {
      await woo('product.updated', variable(966));
      await woo('product.updated', variationOf(966, 967, 'VAR-G1'));
      await woo('product.updated', variationOf(966, 968, 'VAR-G2'));
      expect(await woo('product.updated', variable(966, { variations: [968] }))).toMatchObject({ outcome: 'applied' });
      expect(await offered('VAR-G')).toEqual(['VAR-G2 9']);
      await woo('product.updated', variable(966, { status: 'draft', variations: [968] }));
      await woo('product.updated', variable(966, { variations: [968] }));
      expect(await offered('VAR-G')).toEqual(['VAR-G2 9']);
    });
  });

  test('a delivery that names a category without its parents, or none, leaves the path that a file gave', async () => {
    const skus = ['PATH-1', 'PATH-2', 'PATH-3'];
    await service.query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, size, attributes)
       SELECT $1, unnest($2::text[]), 'From a file', 9, 'Gold', 7, '{"category": "Rings > Gold"}'::jsonb`,
      [service.brand.id, skus],
    );
    const gold = { categories: [{ name: 'Gold' }] };
    await woo('product.updated', wooProductOf(981, 'PATH-1', gold));
    await woo('product.updated', wooProductOf(982, '', { type: 'variable', ...gold }));
    await woo('product.updated', wooProductOf(983, 'PATH-2', { type: 'variation', parent_id: 982, categories: [] }));
    await shopify('products/update', productOf(9280, 'PATH-3', { product_type: 'Gold' }));
    const select = `SELECT title <> 'From a file' AS delivered, attributes->>'category' AS category
      FROM catalog_items WHERE brand_id = $1 AND sku = ANY ($2) ORDER BY sku`;
    const categories = () => service.query(select, [service.brand.id, skus]);
    const kept = { delivered: true, category: 'Rings > Gold' };
    expect(await categories()).toEqual([kept, kept, kept]);
    await woo('product.updated', wooProductOf(981, 'PATH-1', { categories: [{ name: 'Silver' }] }));
    expect(await categories()).toEqual([{ delivered: true, category: 'Silver' }, kept, kept]);
  });

  test('the SKU that a variation no longer has is retired', async () => {
    const variation = { type: 'variation', parent_id: 320 };
    await woo('product.created', wooProductOf(321, 'VARIED-1', variation));
    await woo('product.created', wooProductOf(322, 'VARIED-2', variation));
    await woo('product.updated', wooProductOf(321, 'VARIED-3', variation));
    expect(await inCatalogue('VARIED-1')).toMatchObject({ isRetired: true });
    expect(await inCatalogue('VARIED-2')).toMatchObject({ isRetired: false });
    expect(await inCatalogue('VARIED-3')).toMatchObject({ isRetired: false });
  });
});

test('a SKU of any printable text is one product in deliveries, requests and confirmations', async () => {
  const sku = `'RG 18'/7" & co, Größe #1?`;
  await shopify('products/create', productOf(9500, ` ${sku} `));
  await onlyInStock(sku);
  await until('it is offered', () => offered(sku));
  expect(await recommend({ phone: '0000000000', purchased_skus: [` ${sku}`, sku.toLowerCase()] })).toMatchObject({
    resolved_purchased: [sku],
  });
  const { recommendation_id } = Object(await recommend({ phone: '0000000000', num_items: 10 }));
  const sale = { phone: '0000000000', recommendation_id, purchased_lines: [{ sku, qty: 2, unit_price: 3 }] };
  expect((await service.post('/purchase', sale)).json).toMatchObject({ matched_skus: [sku], matched_revenue: 6 });
  await shopify(
    'orders/create',
    orderOf(
      9510,
      [
        [sku, 1],
        [sku, 2],
      ],
      { phone: '+14155550191' },
    ),
  );
  const lines = 'SELECT sku, qty::int FROM order_lines WHERE brand_id = $1 AND order_id = $2';
  expect(await service.query(lines, [service.brand.id, '#9510'])).toEqual([{ sku, qty: 3 }]);
  await shopify('products/update', productOf(9500, sku, {}, { price: '0.00' }));
  expect(await inCatalogue(sku)).toMatchObject({ isRetired: true });
});

describe('deliveries', () => {
  const send = (path: string, headers: Record<string, string>, body = '{}', method = 'POST') =>
    service.clients[0].send({ method, path, headers, body });

  test('a delivery without a valid signature gets 401 with the same text for every reason, and changes nothing', async () => {
    const body = JSON.stringify(productOf(9900, 'EVIL'));
    const answers = [
      await send('/shops/shopify', {}, body),
      await send('/shops/shopify', { 'x-shopify-hmac-sha256': sign(body, 'other') }, body),
      await send('/shops/woocommerce', { 'x-wc-webhook-signature': '' }, 'not even JSON'),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([
        '401 {"detail":"Signature is invalid or missing: the secret of the shop must be the one of `callside shop set`."}',
      ]),
    );
    expect(await service.query("SELECT 1 FROM catalog_items WHERE sku = 'EVIL'")).toEqual([]);
  });

  test('an unknown shop gets 404, another method gets 405, and a body above the limit gets 413', async () => {
    expect((await send('/shops/nobody', {})).status).toBe(404);
    expect(await send('/shops/shopify', {}, '', 'PUT')).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect((await send('/shops/shopify', {}, ' '.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test('the request with which WooCommerce tests the address gets 200', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send('/shops/woocommerce', headers, 'webhook_id=7')).status).toBe(200);
    expect((await send('/shops/shopify', headers, 'webhook_id=7')).status).toBe(401);
  });

  test('the answer to an unusable payload names the problem, and an unused topic is ignored', async () => {
    const problem = { msg: expect.stringContaining('updated_at') };
    expect(await shopify('products/update', { id: 1 })).toMatchObject({ status: 422, detail: [problem] });
    expect(await shopify('carts/update', {})).toMatchObject({ status: 200, outcome: 'ignored' });
  });

  test('texts, ids and times that the database cannot store never cause a 5xx answer', async () => {
    const nul = 'a\u0000b';
    const noTime = '-100000-01-01T00:00:00Z';
    const level = { inventory_item_id: 1, location_id: 1, available: 1, updated_at: later() };
    const refused: [string, object][] = [
      ['products/update', productOf(9600, 'BAD-1', { id: nul })],
      ['products/update', productOf(9600, 'BAD-1', { updated_at: noTime })],
      ['products/delete', { id: nul }],
      ['inventory_levels/update', { ...level, inventory_item_id: nul }],
      ['inventory_levels/update', { ...level, updated_at: noTime }],
      ['orders/create', orderOf(9600, [], { id: '\ud800' })],
      ['orders/create', orderOf(9600, [], { updated_at: noTime })],
      ['refunds/create', { order_id: nul, refund_line_items: [] }],
    ];
    for (const [topic, payload] of refused) expect(await shopify(topic, payload)).toMatchObject({ status: 422 });
    const deletion = await shopify('products/delete', { id: 9600 }, { 'x-shopify-triggered-at': noTime });
    expect(deletion.status).toBe(200);
    const rejected: [string, object][] = [
      ['products/update', productOf(9610, nul)],
      ['orders/create', orderOf(9620, [['PEN-1', 1]], { name: nul })],
      ['orders/create', orderOf(9630, [[nul, 1]])],
      ['orders/create', orderOf(9640, [['PEN-1', 1]], { created_at: '2024-02-31T00:00:00Z' })],
    ];
    for (const [topic, payload] of rejected) {
      expect(await shopify(topic, payload)).toMatchObject({ status: 200, outcome: 'rejected' });
    }
    const nulOption = { id: 9645, type: 'simple', status: 'publish', name: 'Bad', sku: 'BAD-2', price: '9' };
    const attributes = [{ name: 'Color', options: [nul, '\ud800'] }];
    const answer = await woo('product.updated', { ...nulOption, date_modified_gmt: later(), attributes });
    expect(answer).toMatchObject({ status: 200 });
    const category = { id: 9650, type: 'variable', status: 'publish', date_modified_gmt: later() };
    expect((await woo('product.updated', { ...category, categories: [{ name: nul }] })).status).toBe(200);
  });

  test('the later one counts when a delivery names a variant twice', async () => {
    const product = productOf(9660, 'TWICE-1');
    const [variant] = product.variants;
    const variants = [variant, { ...variant, sku: 'TWICE-2' }];
    const answer = await shopify('products/update', { ...product, variants });
    expect(answer).toMatchObject({ status: 200, outcome: 'applied' });
    await shopify('inventory_levels/update', {
      inventory_item_id: variant?.inventory_item_id,
      location_id: 1,
      available: 3,
      updated_at: later(),
    });
    expect([await stockOf('TWICE-1'), await stockOf('TWICE-2')]).toEqual([5, 3]);
  });

  test('deliveries are counted by topic and outcome, and their payloads are not logged', async () => {
    const { text } = await service.get('/metrics');
    expect(text).toMatch(/shop_deliveries_total\{[^}]*topic="products\/create"[^}]*outcome="applied"[^}]*\} [1-9]/);
    expect(service.logged()).not.toContain(secret);
    expect(service.logged()).not.toContain(phone);
  });
});

test('levels of items that no product has named for 90 days are deleted', async () => {
  const { query, brand } = service;
  // Those of deleted products of the tests above.
  await forgetDeliveries(query, brand.id);
  await query(
    `INSERT INTO shop_variants (brand_id, shop, variant_id, product_id, sku, inventory_item_id)
     VALUES ($1, 'shopify', 'kept-variant', 'kept-product', 'KEPT-1', 'old-known')`,
    [brand.id],
  );
  await query(
    `INSERT INTO shop_levels (brand_id, shop, inventory_item_id, location_id, available, changed_at)
     SELECT $1, 'shopify', item, '1', 5, now() - age
       FROM (VALUES ('old-known', interval '91 days'), ('old-unknown', interval '91 days'), ('new-unknown', interval '89 days'))
         AS level (item, age)`,
    [brand.id],
  );
  expect(await forgetDeliveries(query, brand.id)).toBe(1);
  const left = await query(
    `SELECT inventory_item_id FROM shop_levels WHERE inventory_item_id IN ('old-known', 'old-unknown', 'new-unknown')
     ORDER BY inventory_item_id`,
  );
  expect(left).toEqual([{ inventory_item_id: 'new-unknown' }, { inventory_item_id: 'old-known' }]);
});

test('requests without a signature are limited by address, and shops get 404 without a key for stored secrets', async () => {
  const limited = await startService({ environment: { SECRETS_KEY: secrets }, unsignedPerMinute: 2 });
  const without = await startService();
  try {
    const post = (of: ServiceUnderTest) => of.clients[0].send({ path: '/shops/shopify', body: '{}' });
    expect([(await post(limited)).status, (await post(limited)).status, (await post(limited)).status]).toEqual([
      401, 401, 429,
    ]);
    expect(await post(without)).toMatchObject({ status: 404, text: expect.stringContaining('SECRETS_KEY') });
  } finally {
    await limited.close();
    await without.close();
  }
});
