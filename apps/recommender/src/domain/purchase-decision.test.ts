import { type ConfirmedLine, decidePurchase, type OnFile, type PurchaseOnFile } from './purchase-decision.ts';

const offers = [
  { sku: 'a', webPrice: 10 },
  { sku: 'b', webPrice: 20 },
];
const nothingOnFile: OnFile = { purchases: [], lines: new Map() };

function line(sku: string, id: string | null, unitPrice: number | null = null): ConfirmedLine {
  return { sku, qty: 1, unitPrice, discountAmt: null, orderLineId: id, lineKey: id };
}

function onFile(purchases: (Partial<PurchaseOnFile> & { id: string; lines?: string[] })[]): OnFile {
  return {
    purchases: purchases.map(({ id, isOfThisRecommendation = true, skus = [] }) => ({
      id,
      isOfThisRecommendation,
      skus,
    })),
    lines: new Map(purchases.flatMap(({ id, lines = [] }) => lines.map((key) => [key, id]))),
  };
}

function decide(skus: string[], lines: ConfirmedLine[], known = nothingOnFile) {
  return decidePurchase({ skus, lines }, offers, known);
}

describe('a first confirmation', () => {
  test('is recorded with all its lines', () => {
    const lines = [line('a', 'L1', 5), line('b', null), line('c', 'L2', 7)];
    expect(decide([], lines)).toMatchObject({ kind: 'record', newLines: lines, attribution: { matchedRevenue: '5' } });
  });

  test('that names one line twice holds it once', () => {
    expect(decide([], [line('a', 'L1', 5), line('a', 'L1', 6)])).toMatchObject({
      kind: 'record',
      newLines: [line('a', 'L1', 5)],
      attribution: { matchedRevenue: '5' },
    });
  });
});

describe('a confirmation whose lines are all on file', () => {
  const known = onFile([{ id: 'P1', skus: ['a', 'b'], lines: ['L1', 'L2'] }]);

  test('repeats the purchase that holds them', () => {
    expect(decide([], [line('a', 'L1'), line('b', 'L2')], known)).toEqual({ kind: 'resent', originalId: 'P1' });
    expect(decide([], [line('b', 'L2')], known)).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('repeats it under another recommendation too', () => {
    const elsewhere = onFile([{ id: 'P1', skus: ['a'], lines: ['L1'], isOfThisRecommendation: false }]);
    expect(decide([], [line('a', 'L1')], elsewhere)).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('repeats it with SKUs beside them that its lines cover or that were confirmed before', () => {
    expect(decide(['a'], [line('a', 'L1')], known)).toEqual({ kind: 'resent', originalId: 'P1' });
    expect(decide(['b'], [line('a', 'L1')], known)).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('is recorded when a SKU beside them is new', () => {
    expect(decide(['c'], [line('a', 'L1')], known)).toMatchObject({ kind: 'record', newLines: [] });
  });

  test('does not take SKUs of another recommendation for confirmed', () => {
    const elsewhere = onFile([{ id: 'P1', skus: ['a', 'b'], lines: ['L1'], isOfThisRecommendation: false }]);
    expect(decide(['b'], [line('a', 'L1')], elsewhere)).toMatchObject({ kind: 'record' });
  });
});

describe('a confirmation of which a part is on file', () => {
  test('is recorded with its new lines, whose revenue alone counts, and matches all its SKUs', () => {
    const known = onFile([{ id: 'P1', skus: ['a'], lines: ['L1'] }]);
    expect(decide([], [line('a', 'L1', 5), line('b', 'L2', 7)], known)).toMatchObject({
      kind: 'record',
      newLines: [line('b', 'L2', 7)],
      attribution: { matchedSkus: ['a', 'b'], matchedRevenue: '7', attributedRevenue: '7' },
    });
  });

  test('sent again repeats the purchase that recorded the rest, not the first one', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], lines: ['L1'] },
      { id: 'P2', skus: ['a', 'b'], lines: ['L2'] },
    ]);
    const sent = [line('a', 'L1'), line('b', 'L2')];
    expect(decide([], sent, known)).toEqual({ kind: 'resent', originalId: 'P2' });
    expect(decide([], sent.slice(0, 1), known)).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('sent again repeats the last purchase where both hold the same SKU', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], lines: ['L1'] },
      { id: 'P2', skus: ['a'], lines: ['L2'] },
    ]);
    expect(decide([], [line('a', 'L1'), line('a', 'L2')], known)).toEqual({ kind: 'resent', originalId: 'P2' });
  });
});

test('a line without an id is never on file', () => {
  const known = onFile([{ id: 'P1', skus: ['a'] }]);
  expect(decide([], [line('a', null, 5)], known)).toMatchObject({
    kind: 'record',
    attribution: { matchedRevenue: '5' },
  });
  expect(decide(['a'], [line('a', null)], known)).toMatchObject({ kind: 'record' });
});

describe('SKUs alone', () => {
  test('that were confirmed for the recommendation repeat the first purchase that did', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'] },
      { id: 'P2', skus: ['a'] },
    ]);
    expect(decide(['a'], [], known)).toEqual({ kind: 'resent', originalId: 'P1' });
    expect(decide(['a', 'a'], [], known)).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('repeat the purchase with the same SKUs before one that shares some', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'] },
      { id: 'P2', skus: ['b', 'a'] },
    ]);
    expect(decide(['a', 'b'], [], known)).toEqual({ kind: 'resent', originalId: 'P2' });
  });

  test('that were not offered and were confirmed before are a repetition, too', () => {
    expect(decide(['c'], [], onFile([{ id: 'P1', skus: ['c'] }]))).toEqual({ kind: 'resent', originalId: 'P1' });
  });

  test('with a new one among them are recorded, and the list price of the others does not count again', () => {
    expect(decide(['a', 'b'], [], onFile([{ id: 'P1', skus: ['a'] }]))).toMatchObject({
      kind: 'record',
      attribution: { matchedSkus: ['a', 'b'], attributedRevenue: '20' },
    });
  });
});

test('an empty confirmation is recorded each time', () => {
  expect(decide([], [], onFile([{ id: 'P1', skus: [] }]))).toMatchObject({
    kind: 'record',
    attribution: { converted: false },
  });
});
