import { type PurchaseRows, rangeOfDays } from '../purchase-rows.ts';
import { groupStarts } from './group-starts.ts';

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
  const rows = new Int32Array(customers.length);
  let size = 0;
  for (let row = 0; row < customers.length; row += 1) {
    if (at(days, row) < today) {
      rows[size] = row;
      size += 1;
    }
  }
  const sorted = sortRows(rows.subarray(0, size), { customers, items, days });
  const lines = { items: new Int32Array(size), days: new Int32Array(size), baskets: new Int32Array(size) };
  const starts: number[] = [];
  let count = 0;
  let basket = -1;
  let last = -1;
  for (const row of sorted) {
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
  const itemStarts = groupStarts(items.length, (line) => at(items, line), itemCount);
  const customers = new Int32Array(items.length);
  for (let customer = 0; customer + 1 < starts.length; customer += 1) {
    customers.fill(customer, at(starts, customer), at(starts, customer + 1));
  }
  const newestFirst = sortedByDay(days);
  const places = itemStarts.slice();
  const lines = new Int32Array(items.length);
  for (const line of newestFirst) {
    const item = at(items, line);
    lines[at(places, item)] = line;
    places[item] = at(places, item) + 1;
  }
  return { starts: itemStarts, lines, customers: lines.map((line) => at(customers, line)) };
}

/** Sorts by customer, then day, then item. Rows in this order, except for the items of a day, need no general sort. */
function sortRows(rows: Int32Array, { customers, items, days }: PurchaseRows): Int32Array {
  const compare = (one: number, other: number) =>
    at(customers, one) - at(customers, other) || at(days, one) - at(days, other) || at(items, one) - at(items, other);
  for (let from = 0; from < rows.length; ) {
    const first = at(rows, from);
    let to = from + 1;
    while (
      to < rows.length &&
      at(customers, at(rows, to)) === at(customers, first) &&
      at(days, at(rows, to)) === at(days, first)
    )
      to += 1;
    if (to < rows.length && compare(first, at(rows, to)) > 0) return rows.sort(compare);
    if (to - from > 1) rows.subarray(from, to).sort(compare);
    from = to;
  }
  return rows;
}

/** Indices of the days, newest first and then ascending: a counting sort, because there are few days and many lines. */
function sortedByDay(days: Int32Array): Int32Array {
  if (days.length === 0) return new Int32Array(0);
  const { first, last } = rangeOfDays(days);
  const daysBack = (index: number) => last - at(days, index);
  const starts = groupStarts(days.length, daysBack, last - first + 1);
  const sorted = new Int32Array(days.length);
  for (let index = 0; index < days.length; index += 1) {
    const back = daysBack(index);
    sorted[at(starts, back)] = index;
    starts[back] = at(starts, back) + 1;
  }
  return sorted;
}

function at(array: Int32Array, index: number): number {
  return array[index] as number;
}
