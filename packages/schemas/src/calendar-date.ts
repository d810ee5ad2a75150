import { z } from 'zod';

const dateAndMaybeTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/s;

/** The date (YYYY-MM-DD) at the start of a text; a time after a `T` or a space is ignored. null when it is not a real date. */
export function readCalendarDate(text: string): string | null {
  const [, year = '', month = '', day = ''] = dateAndMaybeTime.exec(text) ?? [];
  if (year === '' || year === '0000') return null;
  const date = `${year}-${month}-${day}`;
  // Date moves a day that the month does not have into the next month.
  return new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day) ? date : null;
}

/** Accepts such a text and returns the date. */
export const calendarDateSchema = z.string('order_date must be a string').transform((text, context) => {
  const date = readCalendarDate(text);
  if (date !== null) return date;
  const message = 'order_date must be a calendar date (YYYY-MM-DD); a time after it is ignored';
  context.issues.push({ code: 'custom', message, params: { type: 'date_format' }, input: text });
  return z.NEVER;
});
