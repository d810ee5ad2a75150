import type { HistoryLine } from './history.ts';
import { isJustBought } from './just-bought.ts';
import type { RankingSnapshot } from './ranking-snapshot.ts';
import { titleKey } from './title-key.ts';

// What rests for a customer, and why: every rule that keeps a product from them that they know themselves, in this one file.

export type RestCode = 'anchor' | 'just_bought' | 'declined' | 'returned';

export interface Rest {
  readonly code: RestCode;
  /** Days since 1970-01-01; null for an anchor. */
  readonly since: number | null;
}

/** An offer that a customer declined. */
export interface DeclinedOffer {
  /** Catalogue index. */
  readonly item: number;
  readonly day: number;
  /** Of the call: two declines in one call are one. */
  readonly call: string;
  /** The reason is that they have it. */
  readonly hasIt: boolean;
}

export interface ReturnedItem {
  /** Catalogue index. */
  readonly item: number;
  readonly day: number;
}

/** The settings of the brand, and what the customer did with products. */
export interface Resting {
  /** What was bought at most this many days ago is not offered again, nor a durable product before its usual time; 0: both may be. */
  readonly justBoughtDays: number;
  /** How long a declined product rests; 0: none rests. */
  readonly restDays: number;
  readonly declined: readonly DeclinedOffer[];
  readonly returned: readonly ReturnedItem[];
}

/** What a request says of its customer. */
export interface Asking {
  readonly history: readonly HistoryLine[];
  /** Catalogue indices of what the customer is buying. */
  readonly anchors: readonly number[];
  /** Days since 1970-01-01. */
  readonly today: number;
  /** Absent: only the anchors rest. */
  readonly resting?: Resting | undefined;
}

/** A type is durable when its customers usually wait longer than this until they buy it again. */
const durableFromDays = 90;
const returnedRestDays = 365;
/** After the second decline. */
const longerBy = 2;

/** The products that may not be offered to the customer now, by catalogue index, with every reason and its latest day. */
export function restsOf(
  { catalogue, purchases }: Pick<RankingSnapshot, 'catalogue' | 'purchases'>,
  { anchors, history, today, resting }: Asking,
): ReadonlyMap<number, readonly Rest[]> {
  const rests = new Map<number, Rest[]>();
  const add = (item: number, code: RestCode, since: number | null) => {
    const others = rests.get(item) ?? [];
    const same = others.find((rest) => rest.code === code);
    if (same === undefined) rests.set(item, [...others, { code, since }]);
    else if (since !== null && since > (same.since ?? 0)) others[others.indexOf(same)] = { code, since };
  };
  for (const item of anchors) add(item, 'anchor', null);
  if (resting === undefined) return rests;
  const { titles, types, typeKeys } = catalogue.columns;
  const titleOf = (item: number) => titleKey(catalogue.items[item]?.title ?? '');
  const intervalOf = (item: number) => purchases.typeIntervals[types[item] as number] as number;
  // Nobody knows which of the products with its title a line is of: all of them rest.
  const productOf = (item: number) => (titles[item] as number) * typeKeys.length + (types[item] as number);
  const titled = new Map<number, { day: number; title: string }>();
  for (const line of history) {
    const { item, example, day } = line;
    if (day === null) continue;
    const isRecent = isJustBought(line, { today, resting });
    if (item !== null) {
      if (isRecent || isOwned(today - day, intervalOf(item), resting)) add(item, 'just_bought', day);
    } else if (isRecent && example !== undefined) {
      const before = titled.get(productOf(example))?.day ?? day;
      titled.set(productOf(example), { day: Math.max(day, before), title: titleOf(example) });
    }
  }
  if (titled.size > 0) {
    for (const item of titles.keys()) {
      const bought = titled.get(productOf(item));
      // A family of titles has several.
      if (bought?.title === titleOf(item)) add(item, 'just_bought', bought.day);
    }
  }
  for (const [item, declines] of byItem(resting.declined)) {
    const since = restsSince(declines, { today, restDays: resting.restDays, interval: intervalOf(item) });
    if (since !== null) add(item, 'declined', since);
  }
  for (const { item, day } of resting.returned) {
    if (today - day <= returnedRestDays) add(item, 'returned', day);
  }
  return rests;
}

/** Whether a product of a durable type was bought within the usual interval of the type. */
function isOwned(daysAgo: number, interval: number, { justBoughtDays }: Resting): boolean {
  return justBoughtDays > 0 && interval > durableFromDays && daysAgo >= 0 && daysAgo <= interval;
}

/** The day of the latest decline of a product for which it still rests; null: it may be offered. */
function restsSince(
  declines: readonly DeclinedOffer[],
  { today, restDays, interval }: { today: number; restDays: number; interval: number },
): number | null {
  if (restDays === 0) return null;
  const days = restDays * (new Set(declines.map(({ call }) => call)).size > 1 ? longerBy : 1);
  const resting = declines.filter(({ day, hasIt }) => {
    const rest = hasIt && !Number.isNaN(interval) ? interval : days;
    return today - day <= rest;
  });
  return resting.length === 0 ? null : Math.max(...resting.map(({ day }) => day));
}

function byItem(declined: readonly DeclinedOffer[]): Map<number, DeclinedOffer[]> {
  const found = new Map<number, DeclinedOffer[]>();
  for (const decline of declined) found.set(decline.item, [...(found.get(decline.item) ?? []), decline]);
  return found;
}
