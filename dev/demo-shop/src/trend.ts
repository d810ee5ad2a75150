import { historyDays } from './calendar.ts';
import type { RandomSource } from './random-source.ts';

/** How an article's popularity changes over the shop's days. A plain record, so that many use little memory. */
export interface Trend {
  kind: 'steady' | 'fading' | 'rising' | 'fashion';
  /** The first day on sale; far below 0 for articles from before the history. */
  launchDay: number;
  /** The day when it is no longer sold. */
  retiredDay: number;
  /** The day of the change, and its duration in days. */
  turnDay: number;
  span: number;
}

const noveltyDays = 45;

export function drawTrend(random: RandomSource): Trend {
  const launchDay = random.chance(0.45) ? random.integer(0, historyDays - 30) : -random.integer(60, 1500);
  const kind =
    (['steady', 'fading', 'rising', 'fashion'] as const)[random.weighted([0.5, 0.22, 0.14, 0.14])] ?? 'steady';
  const firstDay = Math.max(launchDay, 0);
  return {
    kind,
    launchDay,
    retiredDay: random.chance(0.07)
      ? Math.max(firstDay + 90, random.integer(120, historyDays - 20))
      : Number.POSITIVE_INFINITY,
    turnDay: random.integer(firstDay, historyDays),
    span: random.integer(40, 260),
  };
}

/** Factor of the popularity on a day; 0 while it is not sold. */
export function popularityOn({ kind, launchDay, retiredDay, turnDay, span }: Trend, day: number): number {
  if (day < launchDay || day >= retiredDay) return 0;
  const novelty = launchDay >= 0 ? 1.4 * Math.exp(-(day - launchDay) / noveltyDays) : 0;
  return course(kind, day, turnDay, span) + novelty;
}

function course(kind: Trend['kind'], day: number, turnDay: number, span: number): number {
  if (kind === 'steady') return 1;
  if (kind === 'fashion') return 0.25 + 3 * Math.exp(-(((day - turnDay) / span) ** 2));
  const turned = 1 / (1 + Math.exp(-(day - turnDay) / (span / 4)));
  return kind === 'rising' ? 0.3 + 2 * turned : 1.8 - 1.5 * turned;
}
