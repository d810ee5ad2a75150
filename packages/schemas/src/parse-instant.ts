/** A calendar, ordinal or week date, a time of day and an offset, in the basic or the extended form. ISO 8601 prefers U+2212 for minus. */
const instantForm =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|(\d{3})|W(\d\d)-?([1-7]))[Tt](\d\d)(?::?([0-5]\d)(?::?([0-5]\d|60))?)?(?:[.,](\d+))?(?:[Zz]|([+\-\u2010-\u2015\u2212])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/;

const offsetForm = /T.*(?:Z|[+\-\u2010-\u2015\u2212]\d\d(?::?\d\d)?)$/i;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 date with a time of day, UTC without an offset, in the years 1 to 9999. Returns null for any other
 * value. `Date.parse` knows the extended calendar form only, and returns 2 March for 31 February.
 */
export function parseInstant(sent: unknown): Date | null {
  const parts = typeof sent === 'string' ? instantForm.exec(sent) : null;
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, dayOfYear = 0, week = 0, weekday = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 10)
    .map((digits) => Number(digits ?? 0));
  const [fraction = '0', sign, offsetHours = 0, offsetMinutes = 0] = parts.slice(10);
  const date =
    week > 0
      ? weekDate(year, week, weekday)
      : dayOfYear > 0
        ? ordinalDate(year, dayOfYear)
        : calendarDate(year, month, day);
  // A fraction is one of the last part.
  const partMs = parts[9] !== undefined ? 1000 : parts[8] !== undefined ? minuteMs : 60 * minuteMs;
  const time = (hour * 60 + minute) * minuteMs + second * 1000 + Math.floor(Number(`0.${fraction}`) * partMs);
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '+' ? minuteMs : -minuteMs);
  const instant = date + time - offset;
  // A leap second is the last one of a day in UTC.
  if (second === 60 && Math.floor(instant / 1000) % (dayMs / 1000) !== 0) return null;
  // 24:00 is the end of a day. A date that does not exist is NaN.
  return time < dayMs + (second === 60 ? 1000 : 1) && instant >= earliest && instant <= latest
    ? new Date(instant)
    : null;
}

/** Whether a text that `parseInstant` reads has an offset from UTC. */
export function hasOffset(instant: string): boolean {
  return offsetForm.test(instant);
}

function calendarDate(year: number, month: number, day: number): number {
  const date = utcDate(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? date.getTime() : Number.NaN;
}

function ordinalDate(year: number, dayOfYear: number): number {
  const date = utcDate(year, 0, dayOfYear);
  return date.getUTCFullYear() === year ? date.getTime() : Number.NaN;
}

/** A week belongs to the year of its Thursday. */
function weekDate(year: number, week: number, weekday: number): number {
  const firstThursday = 1 + ((11 - utcDate(year, 0, 1).getUTCDay()) % 7);
  return ordinalDate(year, firstThursday + (week - 1) * 7) + (weekday - 4) * dayMs;
}

/** Unlike `Date.UTC`, not in the 20th century for the years 0 to 99. */
function utcDate(year: number, monthIndex: number, day: number): Date {
  return new Date(new Date(0).setUTCFullYear(year, monthIndex, day));
}
