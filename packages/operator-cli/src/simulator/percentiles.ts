/** In milliseconds, with one decimal; null without measurements. */
export interface Latencies {
  count: number;
  p50: number | null;
  p95: number | null;
  p99: number | null;
  max: number | null;
}

/** Each percentile is the smallest measured value that covers it. */
export function latenciesOf(valuesMs: readonly number[]): Latencies {
  const sorted = [...valuesMs].sort((one, other) => one - other);
  const at = (percent: number) => {
    const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { count: sorted.length, p50: at(50), p95: at(95), p99: at(99), max: at(100) };
}
