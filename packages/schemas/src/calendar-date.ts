import { z } from 'zod';

const dateAndMaybeTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/s;

/** The date (YYYY-MM-DD) that a text starts with, whatever time follows a `T` or a space; null when it is no real one. */
export function readCalendarDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = dateAndMaybeTime.exec(text) ?? [];
  if (year === '' || year === '0000') return null;
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00:00Z`);
  // A day that the month does not have is carried over into the next one.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date) ? date : null;
}

/** Takes such a text and yields the date. */
export const calendarDateSchema = z.string('order_date must be a string').transform((text, context) => {
  const date = readCalendarDate(text);
  if (date !== null) return date;
  const message = 'order_date must be a calendar date (YYYY-MM-DD); a time after it is ignored';
  context.issues.push({ code: 'custom', message, params: { type: 'date_format' }, input: text });
  return z.NEVER;
});
