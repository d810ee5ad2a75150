import { type RemainingPurchase, restoredListPrices } from './void-purchase.ts';

const offers = [
  { sku: 'a', webPrice: 10 },
  { sku: 'b', webPrice: 20 },
];

function remaining(id: string, one: Partial<RemainingPurchase>): RemainingPurchase {
  return { id, matchedSkus: [], assumedSkus: [], lineSkus: [], ...one };
}

test.each<[string, string[], RemainingPurchase[], ReturnType<typeof restoredListPrices>]>([
  ['nothing for the only purchase', ['a'], [], []],
  [
    'the list price that the void line had replaced',
    ['a'],
    [remaining('P1', { matchedSkus: ['a'] })],
    [{ purchaseId: 'P1', skus: ['a'], amount: '10' }],
  ],
  [
    'each list price once, to the oldest purchase',
    ['a', 'b'],
    [remaining('P1', { matchedSkus: ['a', 'b'] }), remaining('P2', { matchedSkus: ['a', 'b'] })],
    [{ purchaseId: 'P1', skus: ['a', 'b'], amount: '30' }],
  ],
  [
    'nothing where a line counts',
    ['a'],
    [remaining('P1', { matchedSkus: ['a'] }), remaining('P2', { matchedSkus: ['a'], lineSkus: ['a'] })],
    [],
  ],
  ['nothing where a list price counts', ['a'], [remaining('P1', { matchedSkus: ['a'], assumedSkus: ['a'] })], []],
  ['nothing for a product that the void purchase did not have', ['a'], [remaining('P1', { matchedSkus: ['b'] })], []],
])('a void restores %s', (_what, voided, others, expected) => {
  expect(restoredListPrices(offers, voided, others)).toEqual(expected);
});
