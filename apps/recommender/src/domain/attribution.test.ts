import { attribute, type OfferedItem, type PurchasedLine, purchasedSkus } from './attribution.ts';

const offers: OfferedItem[] = [
  { sku: 'ring', webPrice: 199.99 },
  { sku: 'chain', webPrice: 0.1 },
  { sku: 'stud', webPrice: 0.2 },
];

function line(sku: string, fields: Partial<PurchasedLine> = {}): PurchasedLine {
  return { sku, qty: 1, unitPrice: null, discountAmt: null, ...fields };
}

function worthOf(skus: string[], lines: PurchasedLine[] = [], { counted = lines, confirmed = [] as string[] } = {}) {
  return attribute({
    offers,
    purchase: { skus, lines },
    countedLines: counted,
    confirmedBefore: new Set(confirmed),
  });
}

test('SKUs of both lists are united, each once, those of the list of SKUs first', () => {
  const purchase = { skus: ['stud', 'ring', 'stud'], lines: [line('chain'), line('ring'), line('chain')] };
  expect(purchasedSkus(purchase)).toEqual(['stud', 'ring', 'chain']);
});

test('a SKU that was not offered never matches and never counts', () => {
  expect(worthOf(['other'], [line('another', { unitPrice: 50 })])).toEqual({
    matchedSkus: [],
    converted: false,
    matchedRevenue: null,
    attributedRevenue: '0',
  });
});

test('nothing bought is no conversion', () => {
  expect(worthOf([])).toMatchObject({ converted: false, matchedRevenue: null, attributedRevenue: '0' });
});

test('SKUs alone count as one unit at the list price each, without a matched revenue', () => {
  expect(worthOf(['ring', 'ring', 'chain'])).toEqual({
    matchedSkus: ['ring', 'chain'],
    converted: true,
    matchedRevenue: null,
    attributedRevenue: '200.09',
  });
});

test('matched revenue is quantity times price less the discount of the whole line, summed exactly', () => {
  const lines = [
    line('chain', { qty: 3, unitPrice: 0.1 }),
    line('stud', { qty: 1, unitPrice: 0.2 }),
    line('ring', { qty: 2, unitPrice: 119.99, discountAmt: 10 }),
    line('other', { qty: 9, unitPrice: 999 }),
  ];
  expect(worthOf([], lines)).toMatchObject({ matchedRevenue: '230.48', attributedRevenue: '230.48' });
});

test('a matched line given away is worth a genuine zero, and a discount can make it negative', () => {
  expect(worthOf([], [line('ring', { unitPrice: 0 })]).matchedRevenue).toBe('0');
  expect(worthOf([], [line('ring', { unitPrice: 5, discountAmt: 5 })]).matchedRevenue).toBe('0');
  expect(worthOf([], [line('ring', { unitPrice: 5, discountAmt: 7.5 })]).matchedRevenue).toBe('-2.5');
});

test('a line without a unit price adds nothing to the matched revenue, and its quantity at list price to the attributed', () => {
  const lines = [line('ring', { qty: 2 }), line('chain', { unitPrice: 1 })];
  expect(worthOf([], lines)).toMatchObject({ matchedRevenue: '1', attributedRevenue: '400.98' });
});

test('a discount alone is no economics', () => {
  expect(worthOf([], [line('ring', { discountAmt: 20 })])).toMatchObject({
    matchedRevenue: null,
    attributedRevenue: '199.99',
  });
});

test('a SKU in both lists is worth its line', () => {
  expect(worthOf(['ring'], [line('ring', { unitPrice: 100 })]).attributedRevenue).toBe('100');
});

test('only counted lines are worth something, and all match', () => {
  const lines = [line('ring', { unitPrice: 100 }), line('chain', { unitPrice: 1 })];
  expect(worthOf([], lines, { counted: lines.slice(1) })).toEqual({
    matchedSkus: ['ring', 'chain'],
    converted: true,
    matchedRevenue: '1',
    attributedRevenue: '1',
  });
});

test('the list price of a SKU counts once for a recommendation', () => {
  expect(worthOf(['ring', 'chain'], [], { confirmed: ['ring'] })).toMatchObject({
    matchedSkus: ['ring', 'chain'],
    attributedRevenue: '0.1',
  });
});

test('the greatest and the smallest figures stay exact', () => {
  const most = line('ring', { qty: 1e9, unitPrice: 1e9, discountAmt: 0.01 });
  expect(worthOf([], [most]).matchedRevenue).toBe('999999999999999999.99');
  const least = worthOf([], [line('ring', { qty: 5e-324, unitPrice: 1 })]).matchedRevenue;
  expect(least).toMatch(/^0\.0{323}5$/);
});
