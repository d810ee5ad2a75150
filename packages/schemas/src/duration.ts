const secondsPerUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A hundred years. */
export const longestDuration = '36500d';
const mostSeconds = 36_500 * 86_400;

/** `90d`, `12h`, `30m` or `45s` in seconds; undefined for any other text, for zero and for more than a hundred years. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,12})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (secondsPerUnit[unit] ?? Number.NaN);
  return seconds > 0 && seconds <= mostSeconds ? seconds : undefined;
}

/** As `parseDuration` reads it, in the longest unit that gives a whole number: 900 is `15m`. */
export function formatDuration(seconds: number): string {
  const fitting = Object.entries(secondsPerUnit).filter(([, length]) => seconds % length === 0);
  const [unit, length] = fitting.at(-1) ?? ['s', 1];
  return `${seconds / length}${unit}`;
}
