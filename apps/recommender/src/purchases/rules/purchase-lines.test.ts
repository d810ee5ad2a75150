import { type ConfirmedLine, type LineOnFile, sortLines } from './purchase-lines.ts';

const phone = '4155550134';

function line(sku: string, id: string | null, figures: Partial<ConfirmedLine> = {}): ConfirmedLine {
  return { sku, qty: null, unitPrice: null, discountAmt: null, orderLineId: id, lineKey: id, ...figures };
}

function stored(sku: string, lineKey: string, members: Partial<LineOnFile> = {}): LineOnFile {
  return {
    ...{ sku, qty: 1, unitPrice: null, discountAmt: null, lineKey, phone },
    ...{ purchaseId: 'P1', isOfThisRecommendation: true, isVoid: false, ...members },
  };
}

function sort(lines: ConfirmedLine[], onFile: LineOnFile[] = []) {
  return sortLines(lines, phone, new Map(onFile.map((one) => [one.lineKey, one])));
}

test('a line that is not stored is new, with the figures that were sent', () => {
  const lines = [line('a', 'L1', { unitPrice: 5 }), line('b', null)];
  expect(sort(lines)).toEqual({ newLines: lines, completions: [], conflicts: [], merged: lines });
});

test('each line without an id is new', () => {
  expect(sort([line('a', null), line('a', null)]).newLines).toHaveLength(2);
});

test('a stored line with a unit price keeps its figures', () => {
  const { newLines, completions, merged } = sort(
    [line('a', 'L1', { qty: 9, unitPrice: 99, discountAmt: 1 })],
    [stored('a', 'L1', { qty: 2, unitPrice: 5 })],
  );
  expect({ newLines, completions }).toEqual({ newLines: [], completions: [] });
  expect(merged).toMatchObject([{ sku: 'a', qty: 2, unitPrice: 5, discountAmt: null }]);
});

describe('a stored line without a unit price', () => {
  const known = stored('a', 'L1', { qty: 3, discountAmt: 1 });

  test('is completed by a line with one', () => {
    const economics = { qty: 2, unitPrice: 5, discountAmt: 0.5 };
    const { completions, merged } = sort([line('a', 'L1', economics)], [known]);
    expect(completions).toMatchObject([{ line: known, economics }]);
    expect(merged).toMatchObject([economics]);
  });

  test('keeps the quantity and the discount that are not sent again', () => {
    const { completions } = sort([line('a', 'L1', { unitPrice: 5 })], [known]);
    expect(completions).toMatchObject([{ economics: { qty: 3, unitPrice: 5, discountAmt: 1 } }]);
  });

  test('is completed once within a confirmation', () => {
    const { completions } = sort([line('a', 'L1', { unitPrice: 5 }), line('a', 'L1', { unitPrice: 6 })], [known]);
    expect(completions).toMatchObject([{ economics: { unitPrice: 5 } }]);
  });

  test('is unchanged when the price is missing again', () => {
    expect(sort([line('a', 'L1', { qty: 7, discountAmt: 2 })], [known])).toMatchObject({
      completions: [],
      merged: [{ qty: 3, discountAmt: 1 }],
    });
  });
});

describe('a line that names the id of another sale', () => {
  test.each([
    ['another SKU', line('b', 'L1'), stored('a', 'L1'), 'another_sku'],
    ['another customer', line('a', 'L1'), stored('a', 'L1', { phone: '2125550100' }), 'another_customer'],
    [
      'another recommendation',
      line('a', 'L1'),
      stored('a', 'L1', { isOfThisRecommendation: false }),
      'another_recommendation',
    ],
  ])('a line that names the id of a sale with %s is a conflict', (_what, sent, known, reason) => {
    const priced = { ...sent, unitPrice: 5 };
    expect(sort([priced], [known])).toEqual({
      newLines: [],
      completions: [],
      conflicts: [{ orderLineId: 'L1', reason }],
      merged: [],
    });
  });

  test('is reported once', () => {
    expect(sort([line('b', 'L1'), line('c', 'L1')], [stored('a', 'L1')]).conflicts).toHaveLength(1);
  });

  test('does not remove the stored line from the confirmation', () => {
    const { conflicts, merged } = sort([line('b', 'L1'), line('a', 'L1')], [stored('a', 'L1', { unitPrice: 5 })]);
    expect({ conflicts, merged }).toMatchObject({ conflicts: [{ reason: 'another_sku' }], merged: [{ unitPrice: 5 }] });
  });
});

test('an unknown number is not another customer', () => {
  const nobody = '0000000000';
  expect(sort([line('a', 'L1')], [stored('a', 'L1', { phone: nobody })]).conflicts).toEqual([]);
  expect(sortLines([line('a', 'L1')], nobody, new Map([['L1', stored('a', 'L1')]])).conflicts).toEqual([]);
});

describe('an id that occurs twice in one confirmation', () => {
  test('is one line, with the figures of the first', () => {
    const first = line('a', 'L1', { unitPrice: 5 });
    expect(sort([first, line('a', 'L1', { unitPrice: 6 })])).toMatchObject({ newLines: [first], merged: [first] });
  });

  test('is one line with the figures of the second when the first has no price', () => {
    const { newLines } = sort([line('a', 'L1', { qty: 2 }), line('a', 'L1', { unitPrice: 6 })]);
    expect(newLines).toEqual([line('a', 'L1', { qty: 2, unitPrice: 6 })]);
  });

  test('is a conflict with another SKU, and the first counts', () => {
    const first = line('a', 'L1', { unitPrice: 5 });
    expect(sort([first, line('b', 'L1', { unitPrice: 6 })])).toMatchObject({
      newLines: [first],
      conflicts: [{ orderLineId: 'L1', reason: 'another_sku' }],
    });
  });
});

test('a line of a void purchase is a conflict', () => {
  const known = stored('a', 'L1', { isVoid: true });
  expect(sort([line('a', 'L1', { unitPrice: 5 })], [known])).toEqual({
    newLines: [],
    completions: [],
    conflicts: [{ orderLineId: 'L1', reason: 'voided' }],
    merged: [],
  });
});

test.each<[string, ConfirmedLine, Partial<LineOnFile>, string]>([
  ['another SKU', line('b', 'L1'), {}, 'another_sku'],
  ['another customer', line('a', 'L1'), { phone: '2125550100' }, 'another_customer'],
  ['another recommendation', line('a', 'L1'), { isOfThisRecommendation: false }, 'another_recommendation'],
])('a line that names the id of a void sale with %s is a conflict as with any sale', (_what, sent, members, reason) => {
  const known = stored('a', 'L1', { ...members, isVoid: true });
  expect(sort([sent], [known])).toMatchObject({ newLines: [], conflicts: [{ orderLineId: 'L1', reason }] });
});
