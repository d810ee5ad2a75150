import {
  difference,
  matchedSkus,
  type OfferedItem,
  type PurchasedLine,
  purchasedSkus,
  revenueOf,
} from './attribution.ts';

const offers: OfferedItem[] = [
  { sku: 'ring', webPrice: 199.99 },
  { sku: 'chain', webPrice: 0.1 },
  { sku: 'stud', webPrice: 0.2 },
];

function line(sku: string, fields: Partial<PurchasedLine> = {}): PurchasedLine {
  return { sku, qty: 1, unitPrice: null, discountAmt: null, ...fields };
}

test('the SKUs of both lists are merged without duplicates, those of the SKU list first', () => {
  const purchase = { skus: ['stud', 'ring', 'stud'], lines: [line('chain'), line('ring'), line('chain')] };
  expect(purchasedSkus(purchase)).toEqual(['stud', 'ring', 'chain']);
});

test('only SKUs that were offered match, in the order in which they are named', () => {
  expect(matchedSkus(offers, ['stud', 'other', 'ring'])).toEqual(['stud', 'ring']);
});

test('a line of a SKU that was not offered has no revenue', () => {
  expect(revenueOf(offers, [line('another', { unitPrice: 50 })])).toEqual({
    matchedRevenue: null,
    attributedRevenue: '0',
  });
});

test('SKUs without a line count as one unit at the list price each, without a matched revenue', () => {
  expect(revenueOf(offers, [], ['ring', 'chain'])).toEqual({ matchedRevenue: null, attributedRevenue: '200.09' });
});

test('matched revenue is quantity times price minus the discount of the whole line, summed exactly', () => {
  const lines = [
    line('chain', { qty: 3, unitPrice: 0.1 }),
    line('stud', { qty: 1, unitPrice: 0.2 }),
    line('ring', { qty: 2, unitPrice: 119.99, discountAmt: 10 }),
    line('other', { qty: 9, unitPrice: 999 }),
  ];
  expect(revenueOf(offers, lines)).toEqual({ matchedRevenue: '230.48', attributedRevenue: '230.48' });
});

test('a line without a quantity is one unit', () => {
  expect(revenueOf(offers, [line('ring', { qty: null, unitPrice: 5 })]).matchedRevenue).toBe('5');
});

test('a matched line that is free has a revenue of zero, and a discount can make it negative', () => {
  expect(revenueOf(offers, [line('ring', { unitPrice: 0 })]).matchedRevenue).toBe('0');
  expect(revenueOf(offers, [line('ring', { unitPrice: 5, discountAmt: 5 })]).matchedRevenue).toBe('0');
  expect(revenueOf(offers, [line('ring', { unitPrice: 5, discountAmt: 7.5 })]).matchedRevenue).toBe('-2.5');
});

test('a line without a unit price adds to the attributed revenue only, at list price', () => {
  const lines = [line('ring', { qty: 2 }), line('chain', { unitPrice: 1 })];
  expect(revenueOf(offers, lines)).toEqual({ matchedRevenue: '1', attributedRevenue: '400.98' });
});

test('a discount without a unit price changes nothing', () => {
  expect(revenueOf(offers, [line('ring', { discountAmt: 20 })])).toEqual({
    matchedRevenue: null,
    attributedRevenue: '199.99',
  });
});

test('the greatest and the smallest figures stay exact', () => {
  const most = line('ring', { qty: 1e9, unitPrice: 1e9, discountAmt: 0.01 });
  expect(revenueOf(offers, [most]).matchedRevenue).toBe('999999999999999999.99');
  const least = revenueOf(offers, [line('ring', { qty: 5e-324, unitPrice: 1 })]).matchedRevenue;
  expect(least).toMatch(/^0\.0{323}5$/);
});

test('a difference is exact, and may be negative', () => {
  expect(difference('0.3', '0.1')).toBe('0.2');
  expect(difference('10', '129.99')).toBe('-119.99');
});
