import { DateTime } from 'luxon';

// What luxon takes on trust: that the date is whole (luxon also reads 2024T10:00), and that the offset is one of a clock.
const instant = /^\d{4}-?(\d{2}-?\d{2}|\d{3}|W\d{2}-?\d)T\d[\d:.,]*(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;

/**
 * Reads the sender's time: a real ISO 8601 date with a time of day, UTC without an offset, in the years 1 to 9999.
 * Anything else (missing, empty, impossible dates, bare numbers) is null, and the time of receipt takes its place.
 */
export function parseOccurredAt(sent: unknown): Date | null {
  if (typeof sent !== 'string' || !instant.test(sent)) return null;
  const parsed = DateTime.fromISO(sent, { zone: 'utc' });
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return null;
  return parsed.toJSDate();
}
