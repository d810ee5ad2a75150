/** How often a time occurred, in milliseconds. */
export interface CountedTime {
  ms: number;
  count: number;
}

export interface ScreenTime {
  events: number;
  /** Null without events. */
  p50Ms: number | null;
  p95Ms: number | null;
}

/** The median and the 95th percentile, each the smallest time that at least that share of all events has reached. */
export function screenTimeOf(times: readonly CountedTime[]): ScreenTime {
  const sorted = [...times].sort((one, other) => one.ms - other.ms);
  const events = sorted.reduce((sum, { count }) => sum + count, 0);
  const percentile = (share: number): number | null => {
    let reached = 0;
    for (const { ms, count } of sorted) {
      reached += count;
      if (reached >= share * events) return ms;
    }
    return null;
  };
  return { events, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
}
