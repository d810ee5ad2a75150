import fc from 'fast-check';
import { type Line, rowsOf, smallShops, today } from '../../../../test/support/small-shops.ts';
import { type CustomerLines, customerLinesOf, linesByItem } from './customer-lines.ts';

const shopLines = smallShops.map(({ lines }) => lines);

/** By customer in the order of their numbers: the distinct (day, item) pairs, by day, then item. */
function naive(lines: readonly Line[], before: number): { day: number; item: number }[][] {
  const past = lines.filter(({ day }) => day < before);
  const customers = [...new Set(past.map(({ customer }) => customer))].sort((one, other) => one - other);
  return customers.map((customer) => {
    const own = past.filter((line) => line.customer === customer).map(({ day, item }) => `${day}/${item}`);
    const different = [...new Set(own)].map((text) => text.split('/').map(Number) as [number, number]);
    return different
      .sort(([day, item], [otherDay, otherItem]) => day - otherDay || item - otherItem)
      .map(([day, item]) => ({ day, item }));
  });
}

function byCustomer({ starts, items, days }: CustomerLines): { day: number; item: number }[][] {
  return Array.from({ length: starts.length - 1 }, (_, customer) =>
    Array.from(items.subarray(starts[customer], starts[customer + 1]), (item, index) => ({
      day: days[(starts[customer] as number) + index] as number,
      item,
    })),
  );
}

test('each customer has each item once a day, by day and then by item, without purchases of today or later', () => {
  fc.assert(
    fc.property(shopLines, (lines) => {
      expect(byCustomer(customerLinesOf(rowsOf(lines), today))).toEqual(naive(lines, today));
    }),
  );
});

test('the lines of one customer and day are a basket, and baskets are numbered in the order of lines', () => {
  fc.assert(
    fc.property(shopLines, (lines) => {
      const { starts, days, baskets, basketCount } = customerLinesOf(rowsOf(lines), today);
      let number = -1;
      for (let customer = 0; customer + 1 < starts.length; customer += 1) {
        let day: number | undefined;
        for (let line = starts[customer] as number; line < (starts[customer + 1] as number); line += 1) {
          if (days[line] !== day) number += 1;
          day = days[line];
          expect(baskets[line]).toBe(number);
        }
      }
      expect(basketCount).toBe(number + 1);
    }),
  );
});

test('neither the order of rows nor duplicates matter', () => {
  const shuffled = shopLines.chain((lines) =>
    fc.tuple(
      fc.constant(lines),
      fc.shuffledSubarray([...lines, ...lines], { minLength: 2 * lines.length, maxLength: 2 * lines.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, ([lines, mixed]) => {
      expect(customerLinesOf(rowsOf(mixed), today)).toEqual(customerLinesOf(rowsOf(lines), today));
    }),
  );
});

test('all rows count when today is infinite', () => {
  fc.assert(
    fc.property(shopLines, (lines) => {
      const all = customerLinesOf(rowsOf(lines), Number.POSITIVE_INFINITY);
      expect(byCustomer(all)).toEqual(naive(lines, Number.POSITIVE_INFINITY));
    }),
  );
});

test('no rows give no customers', () => {
  const lines = customerLinesOf(rowsOf([]), today);
  expect([...lines.starts]).toEqual([0]);
  expect(lines.basketCount).toBe(0);
});

test('the lines of an item are all its lines, newest first, each with its customer', () => {
  fc.assert(
    fc.property(smallShops, ({ items, lines }) => {
      const customerLines = customerLinesOf(rowsOf(lines), today);
      const { starts, lines: places, customers } = linesByItem(customerLines, items.length);
      expect(starts).toHaveLength(items.length + 1);
      const all = byCustomer(customerLines).flatMap((own, customer) => own.map((line) => ({ ...line, customer })));
      for (const [item] of items.entries()) {
        const expected = all
          .map((line, place) => ({ ...line, place }))
          .filter((line) => line.item === item)
          .sort((one, other) => other.day - one.day || one.place - other.place);
        const range = [starts[item], starts[item + 1]] as const;
        expect([...places.subarray(...range)]).toEqual(expected.map(({ place }) => place));
        expect([...customers.subarray(...range)]).toEqual(expected.map(({ customer }) => customer));
      }
    }),
  );
});
