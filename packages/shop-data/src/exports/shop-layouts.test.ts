import type { ImportRecord } from '../entry.ts';
import { cellReaders } from '../files/cell-text.ts';
import type { ImportKind, ShopFormat } from './file-layout.ts';
import { layoutsOf } from './shop-layouts.ts';

const now = new Date('2026-03-10T12:00:00Z');

/** Reads and translates rows with the first layout of a kind; `names` are the columns. */
function translate(
  format: ShopFormat,
  kind: ImportKind,
  [names, ...rows]: readonly (readonly string[])[],
  delimiter = ',',
) {
  const [layout] = layoutsOf(format, kind, now);
  const translator = layout?.createTranslator();
  const readerOf = layout && cellReaders(layout.columns, { delimiter, currency: 'USD' });
  const translations = rows.flatMap((values, at) => {
    const pairs = (names ?? []).map((name, column): [string, string] => [
      name,
      readerOf?.(name)(values[column] ?? '') ?? '',
    ]);
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
      { leftOut: 'products that are drafts or archived', withdrawn: 'OLD' },
    ]);
  });

  it.each(['FALSE', 'false', 'FALSCH'])('has no product, and none of its variants, with Published=%s', (published) => {
    const columns = ['Handle', 'Title', 'Type', 'Published', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty'];
    const rows = [
      columns,
      ['pin', 'Pin', 'brooch', published, 'PIN-1', '9', '4'],
      ['pin', '', '', '', 'PIN-2', '9', '4'],
      ['clip', 'Clip', 'brooch', 'TRUE', 'CLIP', '9', '4'],
    ];
    const leftOut = 'products that are not published';
    expect(translate('shopify', 'catalogue', rows)).toEqual([
      { leftOut, withdrawn: 'PIN-1' },
      { leftOut, withdrawn: 'PIN-2' },
      { record: expect.objectContaining({ sku: 'CLIP' }) },
    ]);
  });

  it('has no product that the template of 2025 has as not published on the online store', () => {
    const [layout] = layoutsOf('shopify', 'catalogue', now);
    const names = ['URL handle', 'Title', 'Type', 'Published on online store', 'SKU', 'Price'];
    const columns = names.map((name) => layout?.columns.aliases?.get(name.toLowerCase()) ?? name);
    expect(translate('shopify', 'catalogue', [columns, ['pin', 'Pin', 'brooch', 'FALSE', 'PIN', '9']])).toEqual([
      { leftOut: 'products that are not published', withdrawn: 'PIN' },
    ]);
  });

  it('has no gift cards, which a webhook may have offered, and no rows without a SKU', () => {
    const columns = ['Handle', 'Title', 'Gift Card', 'Variant SKU', 'Variant Price'];
    expect(
      translate('shopify', 'catalogue', [columns, ['gift', 'Gift', 'true', 'G', '9'], ['pin', 'Pin', '', '', '9']]),
    ).toEqual([{ leftOut: 'gift cards', withdrawn: 'G' }, { leftOut: 'products without a SKU' }]);
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
    ['2,350.00', '2350.00'],
    ['$19.90', '19.90'],
    ['2.350', '2.350'],
  ])('the price %s is %s for the import, which refuses a comma', (price, web_price) => {
    expect(product(price)).toMatchObject({
      record: { web_price, category: 'Jewelry > Necklaces', tags: 'gift, amber' },
    });
  });

  it.each(['0', '0.00', '0,00'])('a product with the price %s has none', (price) => {
    expect(product(price)).toEqual({ leftOut: 'products with the price 0', withdrawn: 'P-1' });
  });

  it('has a comma between semicolons when its point may be one of thousands', () => {
    const products = (price: string) => [
      ['Handle', 'Title', 'Type', 'Variant SKU', 'Variant Price'],
      ['a', 'Amber', 'pin', 'A', price],
    ];
    const prices = ['2.350', '2.350,00', '8,50'].map(
      (price) => Object(translate('shopify', 'catalogue', products(price), ';')[0]).record.web_price,
    );
    expect(prices).toEqual(['2,350', '2350.00', '8.50']);
    const stock = [
      ['SKU', 'Location', 'Available'],
      ['A', 'Bonn', '1.250'],
    ];
    expect(translate('shopify', 'stock', stock, ';')).toEqual([{ reason: expect.stringContaining('thousands') }]);
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

  it('a level needs no digit before its point or comma', () => {
    const rows = [['SKU', 'Location', 'Available'], ...['.5', ',50', '.00'].map((units) => ['A', units, units])];
    expect(translate('shopify', 'stock', rows).at(-1)).toEqual({ line: 2, record: { sku: 'A', on_hand: '1' } });
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

it('a SKU of a Shopify inventory export is not written when the row of a location is rejected', () => {
  expect(
    translate('shopify', 'stock', [
      ['SKU', 'Location', 'Available'],
      ['A-1', 'Ottawa', 'many'],
      ['A-1', 'Bonn', '2'],
      ['B-1', 'Bonn', '1,250'],
      ['C-1', 'Bonn', 'sold out'],
      ["'C-1", 'Ottawa', '3'],
    ]),
  ).toEqual([
    { reason: 'Available must be a number, or "not stocked"' },
    'kept',
    { reason: expect.stringMatching(/^Available must be a number.*thousands$/) },
    'kept',
    'kept',
    { line: 3, reason: 'the stock of A-1 is not written: the row of another location was rejected' },
    { line: 5, record: { sku: 'C-1', on_hand: '3' } },
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

  it('gives each line its order also when the file is sorted by another column', () => {
    const [names = [], ...lines] = rows;
    const [a1 = [], b1 = [], a2 = [], b2 = []] = lines;
    const sorted = [names, b2, a1, a2, b1, ['#9', '', '2026-03-01', 'B-1', '1', '5.00', '', '', '']];
    const refunded = { leftOut: 'lines of orders that were cancelled or refunded completely' };
    expect(translate('shopify', 'orders', sorted)).toEqual([
      'kept',
      ofLine('A-1', '2', '10.00'),
      refunded,
      ofLine('B-1', '1', '5.00'),
      'kept',
      { line: 2, ...refunded },
      { line: 6, reason: expect.stringContaining('the order #9 is missing') },
    ]);
  });

  it('has the orders of two shops apart that have one number', () => {
    const [names = [], first = [], second = []] = rows;
    const other = first.map((value, at) => (names[at] === 'Billing Phone' ? '4155550199' : value));
    const between = first.map((value, at) => (names[at] === 'Name' ? '#7' : value));
    const phones = translate('shopify', 'orders', [names, first, between, other, second]).map(
      (row) => Object(row).record.phone,
    );
    expect(phones).toEqual(['+14155550100', '+14155550100', '4155550199', '4155550199']);
  });

  it.each(['Storniert', 'Erstattet', 'VOIDED', 'expired'])('leaves out an order that is %s', (status) => {
    const [names = [], first = []] = rows;
    const order = first.map((value, at) => (names[at] === 'Financial Status' ? status : value));
    expect(translate('shopify', 'orders', [names, order])).toEqual([
      { leftOut: 'lines of orders that were cancelled or refunded completely' },
    ]);
    expect(translate('shopify', 'returns', [names, order])).toMatchObject([{ record: { sku: 'A-1' } }]);
  });

  it('rejects the lines of an order whose status is unknown, by its name', () => {
    const [names = [], first = [], second = []] = rows;
    const order = first.map((value, at) => (names[at] === 'Financial Status' ? 'wird geprüft' : value));
    const reason = 'Financial Status "wird geprüft" is unknown: it does not say whether the order was paid';
    for (const kind of ['orders', 'returns'] as const) {
      expect(translate('shopify', kind, [names, order, second])).toEqual([{ reason }, { reason }]);
    }
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

  it.each(['Country Code (Billing)', 'billing_country'])(
    'of WooCommerce has the country of an address in %s',
    (name) => {
      const columns = ['Order Number', 'Order Status', 'Order Date', 'Phone (Billing)', 'SKU', 'Quantity'];
      const [layout] = layoutsOf('woocommerce', 'orders', now);
      const known = layout?.columns.aliases?.get(name) ?? name;
      expect(
        translate('woocommerce', 'orders', [
          [...columns, known],
          ['1', 'Completed', '2026-03-01', '55 1234 5678', 'A', '1', 'MX'],
        ]),
      ).toMatchObject([{ record: { phone: '+525512345678' } }]);
    },
  );

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
      { leftOut: 'products that only hold their variations', withdrawn: 'TEE' },
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
      { leftOut: 'products that are not published', withdrawn: 'OLD' },
      { leftOut: 'grouped and external products', withdrawn: 'SET' },
    ]);
  });

  it('has no product without a price, because the shop does not sell it', () => {
    const columns = ['Type', 'SKU', 'Name', 'Regular price'];
    expect(translate('woocommerce', 'catalogue', [columns, ['simple', 'A', 'Pin', '']])).toEqual([
      { leftOut: 'products without a price', withdrawn: 'A' },
    ]);
  });

  it.each([
    ['01/01/2025', '31/01/2025', '20'],
    ['01/03/2026', '31/03/2026', '15'],
    ['', '05/02/2026', '20'],
  ])('has the price of a sale from %j to %j as %s', (starts, ends, web_price) => {
    const columns = ['Type', 'SKU', 'Name', 'Regular price', 'Sale price'];
    const days = ['Date sale price starts', 'Date sale price ends'];
    const row = ['simple', 'A', 'Pin', '20', '15', starts, ends];
    expect(translate('woocommerce', 'catalogue', [[...columns, ...days], row])).toMatchObject([
      { record: { web_price } },
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
    const holder = { leftOut: 'products that only hold their variations', withdrawn: '' };
    const withdrawn = 'W-7';
    expect(translate('woocommerce', 'catalogue', [columns, product, own])).toEqual([holder, { leftOut, withdrawn }]);
    expect(translate('woocommerce', 'catalogue', [columns, own, product])).toEqual([
      'kept',
      holder,
      { line: 2, leftOut, withdrawn },
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
    ['1', ',00', '.00'],
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

it('the notation that keeps a text from being a formula or a number is no part of it', () => {
  const columns = ['Type', 'SKU', 'Name', 'Regular price'];
  const rows = ["'-A1", "'+A2", "'=A3", "'@A4", "'1001", '="007"'].map((sku) => ['simple', sku, "'-20% ring", '9']);
  const translated = translate('woocommerce', 'catalogue', [columns, ...rows]);
  expect(translated.map((row) => Object(row).record.sku)).toEqual(['-A1', '+A2', '=A3', '@A4', '1001', '007']);
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

describe('the status of a WooCommerce order', () => {
  const columns = ['Order Number', 'Order Status', 'Order Date', 'Phone (Billing)', 'SKU', 'Quantity'];
  const kinds = ['orders', 'returns'] as const;
  const of = (status: string) => {
    const rows = [columns, ['1', status, '2026-03-01 10:00', '4155550100', 'A', '1']];
    return kinds.map((kind) => translate('woocommerce', kind, rows).find((row) => row !== 'kept'));
  };
  const line = expect.objectContaining({ sku: 'A', order_id: '1' });

  it.each(['Abgeschlossen', 'En cours', 'Completado', 'In lavorazione', 'Afgerond', 'Concluído', 'wc-processing'])(
    '%s is of a purchase',
    (status) =>
      expect(of(status)).toEqual([{ record: line }, { leftOut: 'lines that are neither cancelled nor refunded' }]),
  );

  it.each(['Storniert', 'Rückerstattet', 'Annulée', 'Remboursée', 'Cancelado', 'Fehlgeschlagen', 'Payment failed'])(
    '%s is of a return',
    (status) =>
      expect(of(status)).toEqual([
        { leftOut: 'lines that were cancelled or refunded, or whose payment failed' },
        { line: 2, record: line },
      ]),
  );

  it.each(['Ausstehende Zahlung', 'Unpaid', 'auto-draft', 'En attente de paiement'])('%s is of neither', (status) => {
    const leftOut = 'lines of orders that are not paid';
    expect(of(status)).toEqual([{ leftOut }, { leftOut }]);
  });

  it.each([
    ['wird geprüft', 'Order Status "wird geprüft" is unknown: it does not say whether the order was paid'],
    ['', 'Order Status is missing'],
  ])('%j rejects the row by name', (status, reason) => expect(of(status)).toEqual([{ reason }, { reason }]));
});
