import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../../../test/support/small-shops.ts';
import { createCatalogue } from '../catalogue.ts';
import { categoryAffinitiesOf } from './category-affinity.ts';
import { customerLinesOf } from './customer-lines.ts';

const linesOf = (lines: readonly Line[]) => customerLinesOf(rowsOf(lines), today);
const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);
const row = (table: Float32Array, codeCount: number, code: number) =>
  table.subarray(code * codeCount, (code + 1) * codeCount);

test('shares and rows are probabilities: all above 0, with a sum of 1', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const { categoricalFeatures } = createCatalogue(items, 'v').columns;
      for (const { codeCount, together, next, shares } of categoryAffinitiesOf(linesOf(lines), categoricalFeatures)) {
        const rows = Array.from({ length: codeCount }, (_, code) => [
          row(together, codeCount, code),
          row(next, codeCount, code),
        ]).flat();
        for (const probabilities of codeCount === 0 ? [] : [shares, ...rows]) {
          expect(probabilities).toHaveLength(codeCount);
          expect(Math.min(...probabilities)).toBeGreaterThan(0);
          expect(sum(probabilities)).toBeCloseTo(1, 4);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('a value that was never bought with or before another one has the shares of all purchases as its rows', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const single = lines.filter(
        (line, index) => lines.findIndex(({ customer }) => customer === line.customer) === index,
      );
      const { categoricalFeatures } = createCatalogue(items, 'v').columns;
      for (const { codeCount, together, next, shares } of categoryAffinitiesOf(linesOf(single), categoricalFeatures)) {
        for (let code = 0; code < codeCount; code += 1) {
          for (const [other, share] of shares.entries()) {
            expect(row(together, codeCount, code)[other]).toBeCloseTo(share, 5);
            expect(row(next, codeCount, code)[other]).toBeCloseTo(share, 5);
          }
        }
      }
    }),
    { numRuns: 60 },
  );
});

describe('among items of the values 0, 1 and 2', () => {
  const feature = { codes: Uint16Array.of(0, 1, 2), codeCount: 3 };
  const baskets = (customer: number, ...list: number[][]): Line[] =>
    list.flatMap((items, index) => items.map((item) => ({ customer, item, day: today - 50 + index })));
  const lines = [1, 2, 3, 4, 5].flatMap((customer) => baskets(customer, [0, 1], [2]));
  const [affinity] = categoryAffinitiesOf(linesOf(lines), [feature]);
  const { together, next, shares } = affinity as NonNullable<typeof affinity>;

  it('items of one basket form pairs in both directions', () => {
    expect(row(together, 3, 0)[1]).toBeGreaterThan(shares[1] as number);
    expect(row(together, 3, 1)[0]).toBeGreaterThan(shares[0] as number);
    expect(row(together, 3, 0)[2]).toBeLessThan(shares[2] as number);
  });

  it('items of a later basket form pairs in one direction only', () => {
    expect(row(next, 3, 0)[2]).toBeGreaterThan(shares[2] as number);
    expect(row(next, 3, 0)[1]).toBeLessThan(shares[1] as number);
    expect(row(next, 3, 2)[0]).toBeCloseTo(shares[0] as number);
  });
});

test('repeated purchases of one item do not form pairs of its value', () => {
  const lines = Array.from({ length: 30 }, (_, day) => ({ customer: 0, item: 0, day: today - 1 - day }));
  const [affinity] = categoryAffinitiesOf(linesOf(lines), [{ codes: Uint16Array.of(0, 1), codeCount: 2 }]);
  expect(affinity?.next[0]).toBeCloseTo(affinity?.shares[0] as number);
});

test('an account with very many orders does not decide which values go together', () => {
  const feature = { codes: Uint16Array.of(0, 1, 2), codeCount: 3 };
  const basket = (customer: number, day: number, ...items: number[]) =>
    items.map((item) => ({ customer, item, day: today - day }));
  const account = Array.from({ length: 40 }, (_, day) => basket(0, 1 + day, 0, 1)).flat();
  const usual = Array.from({ length: 10 }, (_, customer) => basket(1 + customer, 5, 0, 2)).flat();
  const [affinity] = categoryAffinitiesOf(linesOf([...account, ...usual]), [feature]);
  const [, withOne = 0, withTwo = 0] = row(affinity?.together ?? new Float32Array(9), 3, 0);
  expect(withTwo).toBeGreaterThan(withOne / 2);
});
