import type { PurchaseRows } from '../purchase-rows.ts';

/**
 * What each customer bought on which day; an item counts once a day. Lines of customer c are those from `starts[c]` up
 * to `starts[c + 1]`, by day, then by item. The lines of one day are a basket.
 */
export interface CustomerLines {
  readonly starts: Int32Array;
  readonly items: Int32Array;
  readonly days: Int32Array;
  /** Basket number of each line, from 0, over all customers. */
  readonly baskets: Int32Array;
  readonly basketCount: number;
}

/** The lines of each item, newest first: those of item i are from `starts[i]` up to `starts[i + 1]`. */
export interface LinesOfItem {
  readonly starts: Int32Array;
  /** Indices of lines. */
  readonly lines: Int32Array;
  /** The customer of each of them. */
  readonly customers: Int32Array;
}

export function customerLinesOf({ customers, items, days }: PurchaseRows, today: number): CustomerLines {
  const order = new Int32Array(customers.length);
  let size = 0;
  for (let row = 0; row < customers.length; row += 1) {
    if (at(days, row) < today) {
      order[size] = row;
      size += 1;
    }
  }
  const rows = order.subarray(0, size);
  rows.sort(
    (one, other) =>
      at(customers, one) - at(customers, other) || at(days, one) - at(days, other) || at(items, one) - at(items, other),
  );
  const lines = { items: new Int32Array(size), days: new Int32Array(size), baskets: new Int32Array(size) };
  const starts: number[] = [];
  let count = 0;
  let basket = -1;
  let last = -1;
  for (const row of rows) {
    const isSameCustomer = last >= 0 && at(customers, last) === at(customers, row);
    const isSameBasket = isSameCustomer && at(days, last) === at(days, row);
    if (isSameBasket && at(items, last) === at(items, row)) continue;
    if (!isSameCustomer) starts.push(count);
    if (!isSameBasket) basket += 1;
    lines.items[count] = at(items, row);
    lines.days[count] = at(days, row);
    lines.baskets[count] = basket;
    count += 1;
    last = row;
  }
  starts.push(count);
  return {
    starts: Int32Array.from(starts),
    items: lines.items.slice(0, count),
    days: lines.days.slice(0, count),
    baskets: lines.baskets.slice(0, count),
    basketCount: basket + 1,
  };
}

export function linesByItem({ starts, items, days }: CustomerLines, itemCount: number): LinesOfItem {
  const itemStarts = new Int32Array(itemCount + 1);
  for (const item of items) itemStarts[item + 1] = at(itemStarts, item + 1) + 1;
  for (let item = 0; item < itemCount; item += 1)
    itemStarts[item + 1] = at(itemStarts, item + 1) + at(itemStarts, item);
  const customers = new Int32Array(items.length);
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    customers.fill(customer, at(starts, customer), at(starts, customer + 1));
  }
  const newestFirst = Int32Array.from(items, (_, line) => line).sort(
    (one, other) => at(days, other) - at(days, one) || one - other,
  );
  const places = itemStarts.slice();
  const lines = new Int32Array(items.length);
  for (const line of newestFirst) {
    const item = at(items, line);
    lines[at(places, item)] = line;
    places[item] = at(places, item) + 1;
  }
  return { starts: itemStarts, lines, customers: lines.map((line) => at(customers, line)) };
}

function at(array: Int32Array, index: number): number {
  return array[index] as number;
}
