import { bought, chains, snapshotOf, today } from '../../../test/support/small-shops.ts';
import { typeFeature } from './catalogue-columns.ts';
import type { Circumstance } from './circumstances.ts';
import { prepareOffers } from './offers.ts';
import { popularHere } from './popular-here.ts';
import { countSales, type Sale } from './sales-by-circumstance.ts';

const inQueue = (value: string): Circumstance => ({ dimension: 'context queue', value });
const sold = (times: number, item: number, ...circumstances: Circumstance[]): Sale[] =>
  Array.from({ length: times }, () => ({ circumstances, items: [item] }));

/** Three products of one type; the first is bought by most. */
function shopWith(sales: readonly Sale[]) {
  const items = chains(3);
  const lines = [0, 0, 0, 1, 1, 2].flatMap((item, customer) => bought(customer, 3, item));
  const snapshot = snapshotOf({ items, lines, inStock: items.map(() => true) });
  const types = snapshot.catalogue.columns.categoricalFeatures[typeFeature];
  if (types === undefined) throw new Error('no types');
  return { ...snapshot, sales: countSales(() => sales, { types, itemCount: items.length }) };
}

const hereOf = (sales: readonly Sale[], ...circumstances: Circumstance[]) =>
  popularHere(shopWith(sales), circumstances);

/** The products, the best first. */
const order = (here: ReturnType<typeof hereOf>) =>
  [0, 1, 2].sort((one, other) => (here?.scoreOf(other) ?? 0) - (here?.scoreOf(one) ?? 0));

const manySales = [...sold(300, 2, inQueue('retention')), ...sold(300, 0, inQueue('welcome'))];

test('many sales in a context put a product before what is popular, and are the evidence', () => {
  const here = hereOf(manySales, inQueue('retention'));
  expect(order(here)).toEqual([1, 2, 0]);
  expect(here?.sellsHere(2)).toBe(true);
  expect(here?.sellsHere(0)).toBe(false);
  const strong = [...sold(300, 2, inQueue('retention')), ...sold(3000, 0, inQueue('welcome'))];
  expect(order(hereOf(strong, inQueue('retention')))[0]).toBe(2);
});

test('few sales are shrunken towards the whole, and one is no evidence', () => {
  const few = [...sold(1, 2, inQueue('retention')), ...sold(300, 0, inQueue('welcome'))];
  const here = hereOf(few, inQueue('retention'));
  expect(order(here)).toEqual([0, 1, 2]);
  expect(here?.sellsHere(2)).toBe(false);
});

test.each([
  ['of a circumstance without sales', manySales, [inQueue('none such')]],
  ['of no circumstances', manySales, []],
  ['when all sales are of one circumstance', sold(300, 2, inQueue('retention')), [inQueue('retention')]],
])('nothing is known %s', (_what, sales, circumstances) => {
  expect(hereOf(sales, ...circumstances)).toBeNull();
});

test('each dimension is compared with the sales of which it is known', () => {
  const desk: Circumstance = { dimension: 'source', value: 'desk' };
  const ivr: Circumstance = { dimension: 'source', value: 'ivr' };
  // Sales without a queue say nothing about queues.
  const sales = [...sold(500, 1, desk), ...sold(100, 1, ivr), ...manySales];
  const alone = hereOf(manySales, inQueue('retention'));
  expect(hereOf(sales, inQueue('retention'))?.scoreOf(2)).toBeCloseTo(alone?.scoreOf(2) ?? 0, 6);
});

test('no more than a thousand circumstances are counted', () => {
  const queues = Array.from({ length: 3000 }, (_, queue) => sold(2, queue % 3, inQueue(`queue ${queue}`))).flat();
  const types = { codes: new Uint16Array(3), codeCount: 1 };
  const counted = countSales(() => queues, { types, itemCount: 3 });
  expect(counted.groups.size).toBeLessThan(1000);
  expect(counted.lifts.length).toBeLessThanOrEqual(3 * 1000);
});

test('who has only just bought something is no caller without history', () => {
  const prepared = (days: number | null) =>
    prepareOffers(shopWith(manySales), {
      history: days === null ? [] : [{ item: 0, type: null, day: today - days }],
      anchors: [],
      today,
      checkStock: true,
      sizedArticleTypes: new Set<string>(),
      resting: { justBoughtDays: 3, restDays: 30, returned: [], declined: [] },
      circumstances: [inQueue('retention')],
    });
  expect(prepared(null).here).not.toBeNull();
  expect(prepared(1).here).toBeNull();
});
