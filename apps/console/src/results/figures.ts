import type { ResultFigures, ResultGroup } from '@callside/schemas';

/** The figures that a chart can show. */
export const metrics = ['revenue', 'conversion', 'sold', 'shown', 'calls', 'screenTime'] as const;
export type Metric = (typeof metrics)[number];

const values: Record<Metric, (figures: ResultFigures) => number | null> = {
  revenue: ({ revenue }) => Number(revenue),
  conversion: ({ conversion }) => conversion.share,
  sold: ({ sold }) => sold,
  shown: ({ shown }) => shown.items,
  calls: ({ calls }) => calls,
  screenTime: ({ time_to_screen }) => time_to_screen?.p50_ms ?? null,
};

/** Null where there is nothing to measure. */
export function figureOf(metric: Metric, figures: ResultFigures): number | null {
  return values[metric](figures);
}

const ofOffers: Metric[] = ['revenue', 'conversion', 'sold', 'shown'];

/** Calls belong to no product, rank, rule or reason. */
export const metricsOf: Record<ResultGroup, readonly Metric[]> = {
  day: metrics,
  rep: metrics,
  model: [...ofOffers, 'calls'],
  article_type: ofOffers,
  product: ofOffers,
  rank: ofOffers,
  rule: ofOffers,
  decline_reason: ofOffers,
};

/** How a figure changed: as a share of the earlier value. A figure that is a share changes in percentage points. */
export type Change =
  | { kind: 'none'; missing: 'before' | 'now' }
  | { kind: 'same' | 'zero' }
  | { kind: 'more' | 'less'; by: number; unit: 'share' | 'points' };

/** `none`: there is nothing to compare with, before or now. `zero`: both are 0. */
export function changeOf(metric: Metric, now: ResultFigures, before: ResultFigures): Change {
  const [value, old] = [figureOf(metric, now), figureOf(metric, before)];
  if (old === null) return { kind: 'none', missing: 'before' };
  if (value === null) return { kind: 'none', missing: 'now' };
  if (value === 0 && old === 0) return { kind: 'zero' };
  if (metric === 'conversion') return changeBy(value - old, 'points', 0.0005);
  return old === 0 ? { kind: 'none', missing: 'before' } : changeBy((value - old) / Math.abs(old), 'share', 0.0005);
}

function changeBy(by: number, unit: 'share' | 'points', least: number): Change {
  if (Math.abs(by) < least) return { kind: 'same' };
  return { kind: by > 0 ? 'more' : 'less', by: Math.abs(by), unit };
}

export function hasResults({ calls, offers, time_to_screen }: ResultFigures): boolean {
  return (calls ?? 0) > 0 || offers.recommendations > 0 || (time_to_screen?.events ?? 0) > 0;
}
