import { DateTime } from 'luxon';

/**
 * Reads the sender's time: a real ISO 8601 date with a time of day, UTC without an offset, in the years 1 to 9999.
 * Anything else (missing, empty, impossible dates, bare numbers) is null, and the time of receipt takes its place.
 */
export function parseOccurredAt(sent: unknown): Date | null {
  if (typeof sent !== 'string' || !/^\d{4}.*T\d/i.test(sent)) return null;
  const parsed = DateTime.fromISO(sent, { zone: 'utc' });
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return null;
  return parsed.toJSDate();
}
