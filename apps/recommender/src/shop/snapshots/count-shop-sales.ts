import type { Sale, SalesByCircumstance } from '../../ranking/index.ts';
import { countSales, placesOf, typeFeature } from '../../ranking/index.ts';
import type { CatalogueOfOrders } from './known-catalogue.ts';
import type { LocatedRows } from './purchase-rows.store.ts';

interface Sold {
  rows: LocatedRows;
  recorded: readonly Sale[];
  /** Days since 1970-01-01. */
  today: number;
}

/** Older orders say little about what sells now. */
const countedDays = 365;

/** What sells where: by the numbers of the customers of orders, and by the requests of recorded sales. */
export function countShopSales(
  { rows, recorded, today }: Sold,
  { columns }: Pick<CatalogueOfOrders, 'columns'>,
): SalesByCircumstance {
  const types = columns.categoricalFeatures[typeFeature];
  if (types === undefined) throw new Error('the catalogue has no codes of article types');
  return countSales(
    function* sales() {
      yield* ordersByCustomer(rows, today);
      yield* recorded;
    },
    { types, itemCount: columns.types.length },
  );
}

/** A customer counts a product once: a few buy most of what a shop sells. */
function* ordersByCustomer({ customers, items, days, numbersBegin }: LocatedRows, today: number): Generator<Sale> {
  for (let row = 0; row < customers.length; ) {
    const customer = customers[row] as number;
    const bought = new Set<number>();
    for (; row < customers.length && customers[row] === customer; row += 1) {
      const age = today - (days[row] as number);
      if (age >= 0 && age <= countedDays) bought.add(items[row] as number);
    }
    const number = numbersBegin[customer] ?? null;
    if (number !== null && bought.size > 0) yield { circumstances: placesOf(number), items: bought };
  }
}
