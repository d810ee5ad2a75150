import { bought, chains, type Line, snapshotOf } from '../../../../test/support/small-shops.ts';
import type { IsCaller } from '../caller.ts';
import { haveOthersBoughtBoth, type PurchaseTiming } from './bought-both.ts';

const items = chains(4);
const nobody: IsCaller = () => false;

function bothBought(lines: Line[], timing: PurchaseTiming, [other, item]: [number, number], isCaller = nobody) {
  const snapshot = snapshotOf({ items, lines, inStock: items.map(() => true) });
  return haveOthersBoughtBoth({ snapshot, isCaller }, { other, item, timing });
}

describe('two customers who bought one product and later the other', () => {
  // The product that is bought first has more buyers, so that both search directions are tested.
  const lines = [...[1, 2].flatMap((one) => [...bought(one, 60, 0), ...bought(one, 20, 1)]), ...bought(3, 9, 0)];

  test.each<[PurchaseTiming, [number, number], boolean]>([
    ['later', [0, 1], true],
    ['later', [1, 0], false],
    ['any_day', [0, 1], true],
    ['any_day', [1, 0], true],
    ['same_day', [0, 1], false],
  ])('are evidence for the timing %s of %j: %s', (order, pair, expected) => {
    expect(bothBought(lines, order, pair)).toBe(expected);
  });

  test('are not enough evidence when one of them is the caller', () => {
    expect(bothBought(lines, 'later', [0, 1], (customer) => customer === 0)).toBe(false);
  });
});

test('one customer who bought both many times counts once', () => {
  const lines = [60, 40, 20].flatMap((daysAgo) => bought(1, daysAgo, 0, 1));
  expect(bothBought(lines, 'same_day', [0, 1])).toBe(false);
});

test('a customer who bought both on one of several days counts, with any other purchases in between', () => {
  const lines = [1, 2].flatMap((one) => [...bought(one, 60, 0), ...bought(one, 40, 2, 3), ...bought(one, 20, 0, 1)]);
  expect(bothBought(lines, 'same_day', [0, 1])).toBe(true);
});
