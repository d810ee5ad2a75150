/** A range of calendar days in the brand's time zone. */
export interface DayRange {
  from: string;
  /** Not included. */
  to: string;
}

export const presetDays = [7, 30, 90] as const;
export const mostDays = 400;

const dayMs = 86_400_000;

/** The calendar day in a time zone, such as 2026-11-20. */
export function dayIn(timeZone: string, instant: Date): string {
  // The Swedish form of a date is the ISO form.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function daysIn({ from, to }: DayRange): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

/** The last days, today included. */
export function lastDays(days: number, today: string): DayRange {
  const to = addDays(today, 1);
  return { from: addDays(to, -days), to };
}

/** The range with the same number of days directly before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -daysIn(range)), to: range.from };
}

/** Why two days are not a valid range, with `last` included. Null: they are valid. */
export function rangeProblem(first: string, last: string): 'missing' | 'reversed' | 'too-long' | null {
  if (!isDay(first) || !isDay(last)) return 'missing';
  if (last < first) return 'reversed';
  return daysIn({ from: first, to: addDays(last, 1) }) > mostDays ? 'too-long' : null;
}

function isDay(text: string): boolean {
  return /^[2]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** The range that an address names: `days`, or `from` and `to` (included); otherwise the last 30 days. */
export function rangeOf(parameters: URLSearchParams, today: string): { preset: number | null; range: DayRange } {
  const [first, last] = [parameters.get('from') ?? '', parameters.get('to') ?? ''];
  if (rangeProblem(first, last) === null) return { preset: null, range: { from: first, to: addDays(last, 1) } };
  const preset = presetDays.find((days) => String(days) === parameters.get('days')) ?? 30;
  return { preset, range: lastDays(preset, today) };
}
