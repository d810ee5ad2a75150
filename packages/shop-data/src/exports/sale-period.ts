import { canonicalTimeZone, typedNumber } from '@callside/schemas';

type DayOrder = 'day first' | 'month first';

/** The day in a time zone, YYYY-MM-DD; in UTC if the zone is unknown. */
export function dayIn(timeZone: string, now: Date): string {
  const zone = canonicalTimeZone(timeZone) ?? 'UTC';
  // The Swedish form of a date is the ISO form.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now);
}

/**
 * Whether a sale is on today, YYYY-MM-DD, by the days of its start and its end; an empty one sets no limit. It is on only if each order of
 * day and month says so in which both can be read: customers must hear no price that is lower than that of the shop.
 */
export function isOnSale(starts: string, ends: string, today: string): boolean {
  const periods = (['day first', 'month first'] as const)
    .map((order) => ({ first: readDay(starts, order), last: readDay(ends, order) }))
    .filter(({ first, last }) => first !== null && last !== null);
  return (
    periods.length > 0 && periods.every(({ first, last }) => (first || today) <= today && (last || today) >= today)
  );
}

/** YYYY-MM-DD of a day with or without a time; an empty text of an empty one; null: it is none in this order. */
function readDay(text: string, order: DayOrder): string | null {
  const typed = typedNumber(text).trim();
  if (typed === '') return '';
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(typed);
  if (iso !== null) return calendarDay(iso[1], iso[2], iso[3]);
  const [, one, separator, other, year = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[, ].*)?$/.exec(typed) ?? [];
  // No country puts points after a month that comes first.
  if (separator === '.' && order === 'month first') return null;
  return calendarDay(year.length === 2 ? `20${year}` : year, ...(order === 'day first' ? [other, one] : [one, other]));
}

function calendarDay(year = '', month = '', day = ''): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = year !== '' && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay ? date.toISOString().slice(0, 10) : null;
}
