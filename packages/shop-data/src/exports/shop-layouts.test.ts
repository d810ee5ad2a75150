import type { ImportRecord } from '../entry.ts';
import type { ImportKind, ShopFormat } from './file-layout.ts';
import { layoutsOf } from './shop-layouts.ts';

const now = new Date('2026-03-10T12:00:00Z');

/** Translates rows with the first layout of a kind; `names` are the columns. */
function translate(format: ShopFormat, kind: ImportKind, [names, ...rows]: readonly (readonly string[])[]) {
  const [layout] = layoutsOf(format, kind, now);
  const translator = layout?.createTranslator();
  const translations = rows.flatMap((values, at) => {
    const pairs = (names ?? []).map((name, column): [string, string] => [name, values[column] ?? '']);
    const record: ImportRecord = Object.fromEntries(pairs.filter(([, value]) => value !== ''));
    return [...(translator?.release?.(record) ?? []), translator?.translate(record, at + 2)];
  });
  return [...translations, ...(translator?.finish?.() ?? [])];
}

describe('a Shopify product export', () => {
  const names = [
    'Handle',
    'Title',
    'Vendor',
    'Type',
    'Option1 Name',
    'Option1 Value',
    'Option2 Name',
    'Option2 Value',
    'Variant SKU',
    'Variant Price',
    'Status',
  ];

  it('gives each variant the values of its product, its options as size and attributes', () => {
    expect(
      translate('shopify', 'catalogue', [
        names,
        ['gold-ring', 'Gold ring', 'Acme', 'ring', 'Size', '7.5', 'Color', 'Rose', 'GR-75', '249.50', 'active'],
        ['gold-ring', '', '', '', '', '8', '', 'White', 'GR-8', '259.50', ''],
        ['gold-ring', '', '', '', '', '', '', '', '', '', ''],
        ['pin', 'Pin', '', 'brooch', 'Title', 'Default Title', '', '', "'PIN", '9.00', 'active'],
        ['old', 'Old', '', 'ring', '', '', '', '', 'OLD', '1.00', 'archived'],
      ]),
    ).toEqual([
      {
        record: {
          sku: 'GR-75',
          title: 'Gold ring - 7.5 / Rose',
          web_price: '249.50',
          article_type: 'ring',
          size: '7.5',
          color: 'Rose',
          brand: 'Acme',
        },
      },
      {
        record: {
          sku: 'GR-8',
          title: 'Gold ring - 8 / White',
          web_price: '259.50',
          article_type: 'ring',
          size: '8',
          color: 'White',
          brand: 'Acme',
        },
      },
      { leftOut: 'rows of further pictures' },
      { record: { sku: 'PIN', title: 'Pin', web_price: '9.00', article_type: 'brooch' } },
      { leftOut: 'products that are drafts or archived' },
    ]);
  });
});

describe('numbers in a Shopify export', () => {
  const product = (price: string) =>
    translate('shopify', 'catalogue', [
      ['Handle', 'Title', 'Type', 'Product Category', 'Tags', 'Variant SKU', 'Variant Price'],
      ['a', 'Amber Pendant', 'Pendants', 'Jewelry > Necklaces', 'gift, amber', 'P-1', price],
    ])[0];

  it.each([
    ['19.90', '19.90'],
    ['8,50', '8.50'],
    ['0,250', '0.250'],
    ['2,350', '2,350'],
    ['12,350', '12,350'],
    ['2,350.00', '2,350.00'],
  ])('the price %s is %s for the import, which refuses a comma', (price, web_price) => {
    expect(product(price)).toMatchObject({
      record: { web_price, category: 'Jewelry > Necklaces', tags: 'gift, amber' },
    });
  });

  it.each(['0', '0.00', '0,00'])('a product with the price %s has none', (price) => {
    expect(product(price)).toEqual({ leftOut: 'products with the price 0' });
  });

  it.each([
    ['2', '2'],
    ['2.0', '2'],
    ['2,000', '2,000'],
  ])('the quantity %s is %s for the import', (quantity, qty) => {
    const columns = ['Name', 'Created at', 'Financial Status', 'Lineitem sku', 'Lineitem quantity', 'Phone'];
    expect(
      translate('shopify', 'orders', [columns, ['#1', '2026-03-01', 'paid', 'A', quantity, '4155550100']]),
    ).toMatchObject([{ record: { qty } }]);
  });

  it('part of a piece at two locations may make a whole one', () => {
    const rows = [['SKU', 'Location', 'Available'], ...['1.5', '0.5', '0.9'].map((units) => ['A', units, units])];
    expect(translate('shopify', 'stock', rows).at(-1)).toEqual({ line: 2, record: { sku: 'A', on_hand: '2' } });
  });
});

it('the locations of a Shopify inventory export are added up', () => {
  expect(
    translate('shopify', 'stock', [
      ['SKU', 'Location', 'Available'],
      ['A-1', 'Ottawa', '5'],
      ['B-1', 'Ottawa', 'not stocked'],
      ['A-1', 'Bonn', '-2'],
      ['C-1', 'Bonn', 'many'],
      ['', 'Bonn', '1'],
    ]),
  ).toEqual([
    'kept',
    'kept',
    'kept',
    { reason: 'Available must be a number, or "not stocked"' },
    { leftOut: 'products without a SKU' },
    { line: 2, record: { sku: 'A-1', on_hand: '3' } },
    { line: 3, record: { sku: 'B-1', on_hand: '0' } },
  ]);
});

describe('a Shopify order export', () => {
  const rows = [
    [
      'Name',
      'Financial Status',
      'Created at',
      'Lineitem sku',
      'Lineitem quantity',
      'Lineitem price',
      'Billing Phone',
      'Billing Name',
      'Cancelled at',
    ],
    ['#1', 'paid', '2026-02-28 23:30:00 -0500', 'A-1', '2', '10.00', "'+14155550100", 'Ada Example', ''],
    ['#1', '', '2026-02-28 23:30:00 -0500', 'B-1', '1', '5.00', '', '', ''],
    ['#2', 'refunded', '2026-03-01 09:00:00 -0500', 'A-1', '1', '10.00', '4155550101', 'Bo', ''],
    ['#2', '', '2026-03-01 09:00:00 -0500', 'B-1', '1', '5.00', '', '', ''],
    ['#3', 'paid', '2026-03-01 09:00:00 -0500', 'A-1', '1', '10.00', '', 'Cy', ''],
  ];
  const ofLine = (sku: string, qty: string, unit_price: string) => ({
    record: {
      phone: '+14155550100',
      sku,
      order_date: '2026-02-28',
      qty,
      unit_price,
      order_id: '#1',
      customer_name: 'Ada Example',
    },
  });

  it('gives each line the customer and the day of its order, and leaves out what was refunded', () => {
    const refunded = { leftOut: 'lines of orders that were cancelled or refunded completely' };
    expect(translate('shopify', 'orders', rows)).toEqual([
      ofLine('A-1', '2', '10.00'),
      ofLine('B-1', '1', '5.00'),
      refunded,
      refunded,
      { leftOut: 'orders without a phone number' },
    ]);
  });

  it('has the number of an address with the code of its country', () => {
    const [names = [], first = []] = rows;
    const mexican = first.map((value, at) => (names[at] === 'Billing Phone' ? '55 1234 5678' : value));
    expect(
      translate('shopify', 'orders', [
        [...names, 'Billing Country'],
        [...mexican, 'MX'],
      ]),
    ).toEqual([{ record: expect.objectContaining({ phone: '+525512345678' }) }]);
  });

  it('has all numbers of an order, so that one that is none hides no other', () => {
    const columns = ['Name', 'Financial Status', 'Created at', 'Lineitem sku', 'Lineitem quantity'];
    const numbers = ['Billing Phone', 'Billing Country', 'Shipping Phone', 'Shipping Country'];
    const order = ['#1', 'paid', '2026-03-01', 'A', '1', 'N/A', 'US', '(415) 555-0160', 'US'];
    expect(translate('shopify', 'orders', [[...columns, ...numbers], order])).toMatchObject([
      { record: { phone: ['N/A', '+14155550160'] } },
    ]);
    const woo = ['Order Number', 'Order Status', 'Order Date', 'Phone (Billing)', 'shipping', 'SKU', 'Quantity'];
    expect(
      translate('woocommerce', 'orders', [
        woo.map((name) => (name === 'shipping' ? 'Phone (Shipping)' : name)),
        ['1', 'Completed', '2026-03-01', '-', '4155550160', 'A', '1'],
      ]),
    ).toMatchObject([{ record: { phone: ['-', '4155550160'] } }]);
  });

  it('has the refunded lines as returns', () => {
    const returns = translate('shopify', 'returns', rows);
    expect(returns.slice(2, 4)).toEqual([
      { record: expect.objectContaining({ phone: '4155550101', sku: 'A-1', order_id: '#2' }) },
      { record: expect.objectContaining({ phone: '4155550101', sku: 'B-1', order_id: '#2' }) },
    ]);
    expect(returns.filter((row) => Object.hasOwn(Object(row), 'leftOut'))).toHaveLength(3);
  });
});

describe('a WooCommerce product export', () => {
  const names = [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Published',
    'In stock?',
    'Stock',
    'Sale price',
    'Date sale price ends',
    'Regular price',
    'Categories',
    'Parent',
    'Attribute 1 name',
    'Attribute 1 value(s)',
    'Attribute 2 name',
    'Attribute 2 value(s)',
  ];
  const parent = [
    '7',
    'variable',
    'TEE',
    'Tee',
    '1',
    '1',
    '4',
    '',
    '',
    '',
    'Clothing > Shirts, Sale',
    '',
    'Größe',
    'M, L',
  ];
  const rows = [
    names,
    parent,
    [
      '8',
      'variation',
      'TEE-M',
      'Tee - M',
      '1',
      '1',
      'parent',
      '15,50',
      '',
      '20,00',
      '',
      'TEE',
      'Größe',
      'M',
      'Color',
      'Red',
    ],
    ['9', 'variation', 'TEE-L', 'Tee - L', '1', '1', '', '15,50', '2026-03-01', '20,00', '', 'id:7', 'Größe', 'L'],
    ['10', 'simple, virtual', 'PDF', 'Guide', '1', '0', '', '', '', '3', 'Books', '', 'Color', 'Red, Blue'],
    ['11', 'simple', 'OLD', 'Old', '-1', '1', '', '', '', '3', 'Books', ''],
    ['12', 'grouped', 'SET', 'Set', '1', '1', '', '', '', '', 'Books', ''],
  ];

  it('has variations with the category of their product, prices with a point, and the sale price while it lasts', () => {
    const category = 'Clothing > Shirts, Sale';
    expect(translate('woocommerce', 'catalogue', rows)).toEqual([
      { leftOut: 'products that only hold their variations' },
      {
        record: {
          sku: 'TEE-M',
          title: 'Tee - M',
          web_price: '15.50',
          article_type: 'Shirts',
          category,
          size: 'M',
          color: 'Red',
        },
      },
      { record: { sku: 'TEE-L', title: 'Tee - L', web_price: '20.00', article_type: 'Shirts', category, size: 'L' } },
      { record: { sku: 'PDF', title: 'Guide', web_price: '3', article_type: 'Books', category: 'Books' } },
      { leftOut: 'products that are not published' },
      { leftOut: 'grouped and external products' },
    ]);
  });

  it.each([
    ['a draft', { Published: '-1' }, 'products that are not published'],
    ['hidden', { 'Visibility in catalog': 'hidden' }, 'products that are hidden'],
  ])('has no variations of a product that is %s, whichever row comes first', (_, change, leftOut) => {
    const columns = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Regular price', 'Parent'];
    const rowOf = (values: Record<string, string>) => columns.map((name) => values[name] ?? '');
    const product = rowOf({ ID: '20', Type: 'variable', Name: 'Wave', Published: '1', ...change });
    const one = { Type: 'variation', SKU: 'W-7', Name: 'Wave - 7', Published: '1', 'Regular price': '9' };
    const own = rowOf({ ...one, Parent: 'id:20' });
    const holder = { leftOut: 'products that only hold their variations' };
    expect(translate('woocommerce', 'catalogue', [columns, product, own])).toEqual([holder, { leftOut }]);
    expect(translate('woocommerce', 'catalogue', [columns, own, product])).toEqual([
      'kept',
      holder,
      { line: 2, leftOut },
    ]);
  });

  it('has variations that come before their product, with its category and tags', () => {
    const columns = ['ID', 'Type', 'SKU', 'Name', 'Regular price', 'Categories', 'Tags', 'Parent'];
    const translated = translate('woocommerce', 'catalogue', [
      columns,
      ['21', 'variation', 'W-7', 'Wave - 7', '9', '', '', 'id:20'],
      ['22', 'variation', 'X-7', 'Lost - 7', '9', 'Pins', '', 'id:99'],
      ['20', 'variable', '', 'Wave', '', 'Rings > Gold', 'gift', ''],
    ]);
    expect(translated.slice(3)).toEqual([
      {
        line: 2,
        record: {
          sku: 'W-7',
          title: 'Wave - 7',
          web_price: '9',
          article_type: 'Gold',
          category: 'Rings > Gold',
          tags: 'gift',
        },
      },
      { line: 3, record: { sku: 'X-7', title: 'Lost - 7', web_price: '9', article_type: 'Pins', category: 'Pins' } },
    ]);
  });

  it.each([
    ['0', '3', '0'],
    ['backorder', '', '0'],
    ['backorder', '-2', '-2'],
    ['1', '2.5', '2.5'],
    ['1', '3.0000', '3'],
  ])('has "In stock?" %s and the stock %j as %s', (known, stock, on_hand) => {
    const columns = ['Type', 'SKU', 'Stock', 'In stock?'];
    expect(translate('woocommerce', 'stock', [columns, ['simple', 'A', stock, known]])).toEqual([
      { record: { sku: 'A', on_hand } },
    ]);
  });

  it('has variations of subscriptions like others', () => {
    const types = new Map([
      ['variable', 'variable-subscription'],
      ['variation', 'subscription_variation'],
    ]);
    const subscriptions = rows.map((row) => row.map((value) => types.get(value) ?? value));
    expect(translate('woocommerce', 'catalogue', subscriptions)).toEqual(translate('woocommerce', 'catalogue', rows));
  });

  it('has the stock of the variation, of its product, or whether it is sold', () => {
    const records = translate('woocommerce', 'stock', rows).filter((row) => Object.hasOwn(Object(row), 'record'));
    expect(records).toEqual([
      { record: { sku: 'TEE-M', on_hand: '4' } },
      { record: { sku: 'TEE-L', on_hand: '1' } },
      { record: { sku: 'PDF', on_hand: '0' } },
    ]);
  });
});

it('an apostrophe that keeps a text from being a formula is no part of it', () => {
  const columns = ['Type', 'SKU', 'Name', 'Regular price'];
  const rows = ["'-A1", "'+A2", "'=A3", "'@A4", "'A5"].map((sku) => ['simple', sku, "'-20% ring", '9']);
  const translated = translate('woocommerce', 'catalogue', [columns, ...rows]);
  expect(translated.map((row) => Object(row).record.sku)).toEqual(['-A1', '+A2', '=A3', '@A4', "'A5"]);
  expect(Object(translated[0]).record.title).toBe('-20% ring');
  const shopify = [
    ['Handle', 'Title', 'Variant SKU', 'Variant Price'],
    ['a', "'@home ring", "'-A1", '9'],
  ];
  expect(translate('shopify', 'catalogue', shopify)).toMatchObject([{ record: { sku: '-A1', title: '@home ring' } }]);
});

it('the lines of a WooCommerce order export are split into kept lines and returned lines', () => {
  const rows = [
    [
      'Order Number',
      'Order Status',
      'Order Date',
      'Phone (Billing)',
      'SKU',
      'Quantity',
      'Quantity (- Refund)',
      'Item Cost',
    ],
    ['1', 'Completed', '2026-03-01 10:00', '4155550100', 'A', '3', '2', '9,90'],
    ['1', 'Completed', '2026-03-01 10:00', '4155550100', 'B', '1', '0', '5'],
    ['2', 'wc-cancelled', '2026-03-01 10:00', '4155550100', 'A', '1', '', '9,90'],
    ['3', 'Pending payment', '2026-03-01 10:00', '4155550100', 'A', '1', '', '9,90'],
    ['4', 'On hold', '2026-03-01 10:00', '4155550100', 'A', '1', '', '9,90'],
    ['5', 'wc-on-hold', '2026-03-01 10:00', '4155550100', 'A', '1', '', '9,90'],
    // A product in several rows of an order stays while one of them does.
    ['6', 'Completed', '2026-03-01 10:00', '4155550100', 'C', '1', '0', '9,90'],
    ['6', 'Completed', '2026-03-01 10:00', '4155550100', 'C', '1', '', '9,90'],
    ['6', 'Completed', '2026-03-01 10:00', '4155550100', 'D', '1', '0', '9,90'],
    ['7', 'Completed', '2026-03-01 10:00', '4155550100', 'C', '1', '0', '9,90'],
  ];
  const lines = (kind: ImportKind) =>
    translate('woocommerce', kind, rows).flatMap((row) => {
      const { record } = Object(row);
      return record ? [`${record.order_id} ${record.sku}`] : [];
    });
  expect(translate('woocommerce', 'orders', rows)[0]).toEqual({
    record: { phone: '4155550100', sku: 'A', order_date: '2026-03-01', qty: '2', unit_price: '9.90', order_id: '1' },
  });
  expect(lines('orders')).toEqual(['1 A', '6 C']);
  expect(lines('returns')).toEqual(['1 B', '2 A', '6 D', '7 C']);
});
