import { decidePurchase, isFull, type OnFile } from './purchase-decision.ts';
import type { ConfirmedLine, LineOnFile } from './purchase-lines.ts';

const phone = '4155550134';
const offers = [
  { sku: 'a', webPrice: 10 },
  { sku: 'b', webPrice: 20 },
];
const nothingOnFile: OnFile = { purchases: [], lines: new Map() };

function line(sku: string, id: string | null, unitPrice: number | null = null): ConfirmedLine {
  return { sku, qty: 1, unitPrice, discountAmt: null, orderLineId: id, lineKey: id };
}

interface Stored {
  id: string;
  skus?: string[];
  assumedSkus?: string[];
  /** By id of a line: its SKU and its unit price. */
  lines?: Record<string, [sku: string, unitPrice?: number]>;
  isOfThisRecommendation?: boolean;
  isVoid?: boolean;
}

function onFile(purchases: Stored[]): OnFile {
  const lines = purchases.flatMap(({ id, lines = {}, isOfThisRecommendation = true, isVoid = false }) =>
    Object.entries(lines).map(
      ([lineKey, [sku, unitPrice = null]]): LineOnFile => ({
        ...{ sku, qty: 1, unitPrice, discountAmt: null },
        ...{ lineKey, purchaseId: id, isOfThisRecommendation, isVoid, phone },
      }),
    ),
  );
  return {
    purchases: purchases
      .filter(({ isOfThisRecommendation = true, isVoid = false }) => isOfThisRecommendation && !isVoid)
      .map(({ id, skus = [], assumedSkus = [] }) => ({ id, skus, assumedSkus })),
    lines: new Map(lines.map((one) => [one.lineKey, one])),
  };
}

function decide(skus: string[], lines: ConfirmedLine[], known = nothingOnFile) {
  return decidePurchase({ skus, lines, phone }, offers, known);
}

test('a repetition of the most SKUs is found among many purchases', () => {
  const most = Array.from({ length: 9_999 }, (_, at) => `sku ${at}`);
  const known = onFile(Array.from({ length: 20 }, (_, at) => ({ id: `P${at}`, skus: [...most, `own ${at}`] })));
  expect(decide([...most.toReversed(), 'own 19'], [], known).originalId).toBe('P19');
});

test('completed lines are counted in one pass, whichever purchases have them', () => {
  const many = Array.from({ length: 200 }, (_, at) => at);
  const known = onFile(many.map((at) => ({ id: `P${at}`, skus: ['a'], lines: { [`L${at}`]: ['a'] } })));
  let reads = 0;
  const counting = [...known.lines].map(([key, stored]): [string, LineOnFile] => {
    const get = () => {
      reads += 1;
      return stored.purchaseId;
    };
    return [key, Object.defineProperty({ ...stored }, 'purchaseId', { get })];
  });
  const sent = many.map((at) => line('a', `L${at}`, 8));
  expect(decide([], sent, { ...known, lines: new Map(counting) }).completedPurchases).toHaveLength(many.length);
  expect(reads).toBeLessThan(10 * many.length);
});

test.each([
  ['nothing', 0, [], false],
  ['the purchases of a long conversation', 100, Array(100).fill('a SKU'), false],
  ['purchases of the most SKUs', 10, Array(10_000).fill('0123456789'), true],
  ['a few long SKUs', 2, ['x'.repeat(600_000)], true],
  ['purchases without any SKU', 20_000, [], true],
])('whether a recommendation is full with %s', (_what, purchases, skus, expected) => {
  const stored = Array.from({ length: purchases }, (_, at) => ({ id: `P${at}`, skus }));
  expect(isFull(onFile(stored))).toBe(expected);
});

describe('a first confirmation', () => {
  test('is recorded with all its lines', () => {
    const lines = [line('a', 'L1', 5), line('b', null), line('c', 'L2', 7)];
    expect(decide([], lines)).toEqual({
      answer: { matchedSkus: ['a', 'b'], converted: true, matchedRevenue: '5', conflicts: [] },
      newPurchase: { skus: ['a', 'b', 'c'], assumedSkus: [], lines, matchedRevenue: '5', attributedRevenue: '25' },
      originalId: null,
      completions: [],
      completedPurchases: [],
      replacedListPrices: [],
    });
  });

  test('a first confirmation that matches nothing converts nothing and has no revenue', () => {
    expect(decide(['c'], [line('d', 'L1', 5)])).toMatchObject({
      answer: { matchedSkus: [], converted: false, matchedRevenue: null },
      newPurchase: { matchedRevenue: null, attributedRevenue: '0' },
    });
  });
});

describe('a confirmation whose lines are all stored', () => {
  const known = onFile([{ id: 'P1', skus: ['a', 'b'], lines: { L1: ['a', 5], L2: ['b'] } }]);

  test('repeats the purchase that contains them, and its answer covers only its own lines', () => {
    expect(decide([], [line('a', 'L1', 9), line('b', 'L2')], known)).toMatchObject({
      newPurchase: null,
      originalId: 'P1',
      answer: { matchedSkus: ['a', 'b'], matchedRevenue: '5' },
    });
    expect(decide([], [line('b', 'L2')], known)).toMatchObject({
      originalId: 'P1',
      answer: { matchedSkus: ['b'], matchedRevenue: null },
    });
  });

  test('repeats it with additional SKUs that its lines cover or that were confirmed before', () => {
    expect(decide(['a'], [line('a', 'L1')], known).originalId).toBe('P1');
    expect(decide(['b'], [line('a', 'L1')], known).originalId).toBe('P1');
  });

  test('is recorded when an additional SKU is new', () => {
    expect(decide(['c'], [line('a', 'L1')], known)).toMatchObject({ newPurchase: { lines: [] }, originalId: null });
  });
});

describe('a confirmation that is partly stored', () => {
  test('is recorded with its new lines and their revenue, and its answer covers all its lines', () => {
    const known = onFile([{ id: 'P1', skus: ['a'], lines: { L1: ['a', 5] } }]);
    expect(decide([], [line('a', 'L1', 5), line('b', 'L2', 7)], known)).toMatchObject({
      answer: { matchedSkus: ['a', 'b'], matchedRevenue: '12' },
      newPurchase: { lines: [line('b', 'L2', 7)], matchedRevenue: '7', attributedRevenue: '7' },
    });
  });

  test('repeats, when resent, the purchase that recorded the rest, not the first one', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], lines: { L1: ['a'] } },
      { id: 'P2', skus: ['a', 'b'], lines: { L2: ['b'] } },
    ]);
    const sent = [line('a', 'L1'), line('b', 'L2')];
    expect(decide([], sent, known).originalId).toBe('P2');
    expect(decide([], sent.slice(0, 1), known).originalId).toBe('P1');
  });

  test('repeats, when resent, the last purchase where both contain the same SKU', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], lines: { L1: ['a'] } },
      { id: 'P2', skus: ['a'], lines: { L2: ['a'] } },
    ]);
    expect(decide([], [line('a', 'L1'), line('a', 'L2')], known).originalId).toBe('P2');
  });
});

describe('a line that was sent without a unit price', () => {
  const known = onFile([{ id: 'P1', skus: ['a', 'c'], lines: { L1: ['a'], L3: ['c'] } }]);

  test('is completed by a later confirmation, and its purchase gets the charged revenue', () => {
    expect(decide([], [line('a', 'L1', 8)], known)).toMatchObject({
      answer: { matchedSkus: ['a'], matchedRevenue: '8' },
      newPurchase: null,
      originalId: 'P1',
      completions: [{ line: { lineKey: 'L1' }, economics: { unitPrice: 8 } }],
      completedPurchases: [{ purchaseId: 'P1', matchedRevenue: '8', attributedRevenue: '-2' }],
    });
  });

  test('is completed together with new lines, which form a new purchase', () => {
    expect(decide([], [line('a', 'L1', 8), line('b', 'L2', 7)], known)).toMatchObject({
      answer: { matchedRevenue: '15' },
      newPurchase: { lines: [line('b', 'L2', 7)], matchedRevenue: '7', attributedRevenue: '7' },
      completedPurchases: [{ purchaseId: 'P1', matchedRevenue: '8' }],
    });
  });

  test('is completed together with lines of other purchases, and each purchase gets its own revenue', () => {
    const two = onFile([
      { id: 'P1', skus: ['a'], lines: { L1: ['a'] } },
      { id: 'P2', skus: ['b'], lines: { L2: ['b'] } },
    ]);
    expect(decide([], [line('a', 'L1', 8), line('b', 'L2', 7)], two)).toMatchObject({
      completedPurchases: [
        { purchaseId: 'P1', matchedRevenue: '8', attributedRevenue: '-2' },
        { purchaseId: 'P2', matchedRevenue: '7', attributedRevenue: '-13' },
      ],
    });
  });

  test('is completed without a revenue when its SKU was not offered', () => {
    expect(decide([], [line('c', 'L3', 8)], known)).toMatchObject({
      answer: { matchedRevenue: null },
      completions: [{ line: { lineKey: 'L3' } }],
      completedPurchases: [],
    });
  });
});

describe('a line that names the id of another sale', () => {
  const conflicts = [{ orderLineId: 'L1', reason: 'another_sku' }];

  test('matches by its own SKU and has no revenue, neither at its price nor at the list price', () => {
    const known = onFile([{ id: 'P1', skus: ['a'], lines: { L1: ['a', 5] } }]);
    expect(decide([], [line('b', 'L1', 99)], known)).toEqual({
      answer: { matchedSkus: ['b'], converted: true, matchedRevenue: null, conflicts },
      newPurchase: { skus: ['b'], assumedSkus: [], lines: [], matchedRevenue: null, attributedRevenue: '0' },
      originalId: null,
      completions: [],
      completedPurchases: [],
      replacedListPrices: [],
    });
  });

  test('does not change the revenue of the other lines', () => {
    const known = onFile([{ id: 'P1', skus: ['a'], lines: { L1: ['a', 5] } }]);
    expect(decide([], [line('b', 'L1', 99), line('a', 'L2', 3)], known)).toMatchObject({
      answer: { matchedSkus: ['b', 'a'], matchedRevenue: '3', conflicts },
    });
  });

  test('a line with the id of a sale of another recommendation leaves a purchase under this one, without the line', () => {
    const known = onFile([{ id: 'P1', skus: ['a'], lines: { L1: ['a', 5] }, isOfThisRecommendation: false }]);
    expect(decide([], [line('a', 'L1', 5)], known)).toMatchObject({
      answer: { matchedSkus: ['a'], conflicts: [{ reason: 'another_recommendation' }] },
      newPurchase: { lines: [], attributedRevenue: '0' },
    });
  });

  test('is a repetition once its SKU was confirmed, and is a conflict again', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], lines: { L1: ['a', 5] } },
      { id: 'P2', skus: ['b'] },
    ]);
    expect(decide([], [line('b', 'L1', 99)], known)).toMatchObject({
      newPurchase: null,
      originalId: 'P2',
      answer: { conflicts },
    });
  });
});

test('a line without an id is always new', () => {
  const known = onFile([{ id: 'P1', skus: ['a'] }]);
  expect(decide([], [line('a', null, 5)], known).newPurchase).toMatchObject({ matchedRevenue: '5' });
  expect(decide(['a'], [line('a', null)], known).newPurchase).not.toBeNull();
});

describe('SKUs without lines', () => {
  test('SKUs that were confirmed for the recommendation repeat the first purchase that confirmed them', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'] },
      { id: 'P2', skus: ['a'] },
    ]);
    expect(decide(['a'], [], known).originalId).toBe('P1');
    expect(decide(['a', 'a'], [], known).originalId).toBe('P1');
  });

  test('repeat the purchase with exactly the same SKUs before one that shares some', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'] },
      { id: 'P2', skus: ['b', 'a'] },
    ]);
    expect(decide(['a', 'b'], [], known).originalId).toBe('P2');
  });

  test('SKUs that were not offered but were confirmed before are a repetition, too', () => {
    expect(decide(['c'], [], onFile([{ id: 'P1', skus: ['c'] }])).originalId).toBe('P1');
  });

  test('SKUs with a new one among them are recorded, and the list price of the others does not count again', () => {
    expect(decide(['a', 'b'], [], onFile([{ id: 'P1', skus: ['a'] }]))).toMatchObject({
      answer: { matchedSkus: ['a', 'b'] },
      newPurchase: { assumedSkus: ['b'], attributedRevenue: '20' },
    });
  });

  test('a later line replaces the list price that was assumed for its SKU, whichever purchase assumed it', () => {
    const known = onFile([
      { id: 'P1', skus: ['a', 'b', 'c'], assumedSkus: ['a', 'b'] },
      { id: 'P2', skus: ['a'] },
    ]);
    const replaced = { newPurchase: { attributedRevenue: '8' }, answer: { matchedRevenue: '8' } };
    expect(decide([], [line('a', 'L1', 8), line('c', 'L2', 3)], known)).toMatchObject({
      ...replaced,
      replacedListPrices: [{ purchaseId: 'P1', skus: ['a'], amount: '10' }],
    });
    expect(decide([], [line('a', null, 8)], known)).toMatchObject({
      ...replaced,
      replacedListPrices: [{ purchaseId: 'P1', skus: ['a'] }],
    });
  });

  test('a line that is a conflict replaces no list price', () => {
    const known = onFile([
      { id: 'P1', skus: ['a'], assumedSkus: ['a'] },
      { id: 'P2', skus: ['b'], lines: { L1: ['b', 5] } },
    ]);
    expect(decide([], [line('a', 'L1', 8)], known)).toMatchObject({ replacedListPrices: [] });
  });
});

test('an empty confirmation is recorded each time', () => {
  expect(decide([], [], onFile([{ id: 'P1', skus: [] }]))).toMatchObject({
    newPurchase: { lines: [] },
    answer: { converted: false },
  });
});

describe('after a void', () => {
  const known = onFile([{ id: 'P1', skus: ['a'], lines: { L1: ['a', 5] }, isVoid: true }]);
  const voided = [{ orderLineId: 'L1', reason: 'voided' }];
  const nothing = { matchedSkus: [], converted: false, matchedRevenue: null };

  test('the same confirmation records nothing, names the void purchase and its lines, and counts for nothing', () => {
    for (const skus of [[], ['a']]) {
      expect(decide(skus, [line('a', 'L1', 5)], known)).toMatchObject({
        answer: { ...nothing, conflicts: voided },
        newPurchase: null,
        originalId: 'P1',
      });
    }
  });

  test('a line with a new id is a new sale', () => {
    expect(decide([], [line('a', 'L2', 7)], known)).toMatchObject({
      answer: { matchedSkus: ['a'], matchedRevenue: '7', conflicts: [] },
      newPurchase: { skus: ['a'], attributedRevenue: '7' },
    });
  });

  test('beside a new line, the void one is neither bought nor matched', () => {
    expect(decide([], [line('a', 'L1', 5), line('b', 'L2', 20)], known)).toMatchObject({
      answer: { matchedSkus: ['b'], matchedRevenue: '20', conflicts: voided },
      newPurchase: { skus: ['b'], attributedRevenue: '20' },
    });
  });

  test('the id of the void line for another product is a conflict, and the product matches without economics', () => {
    expect(decide([], [line('b', 'L1', 20)], known)).toMatchObject({
      answer: { matchedSkus: ['b'], converted: true, matchedRevenue: null, conflicts: [{ reason: 'another_sku' }] },
      newPurchase: { skus: ['b'], lines: [], attributedRevenue: '0' },
      originalId: null,
    });
  });

  test('a product alone counts with its list price, because nothing says that it is the same sale', () => {
    expect(decide(['a'], [], known)).toMatchObject({ newPurchase: { skus: ['a'], attributedRevenue: '10' } });
  });
});
