import { DateTime } from 'luxon';

// Checks that luxon does not make: a full date (luxon accepts 2024T10:00), and an offset that a clock can have.
const instant = /^\d{4}-?(\d{2}-?\d{2}|\d{3}|W\d{2}-?\d)T\d[\d:.,]*(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/i;

/**
 * Parses the sender's time: a valid ISO 8601 date with a time of day, UTC without an offset, in the years 1 to 9999.
 * Returns null for anything else (missing, empty, impossible dates, bare numbers); the time of receipt is used instead.
 */
export function parseOccurredAt(sent: unknown): Date | null {
  if (typeof sent !== 'string' || !instant.test(sent)) return null;
  const parsed = DateTime.fromISO(sent, { zone: 'utc' });
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return null;
  return parsed.toJSDate();
}
