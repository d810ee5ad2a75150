/** A time from `from` (inclusive) to `to` (exclusive). */
export interface Span {
  from: number;
  to: number;
}

/** Sorted, without overlaps. */
export function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (to > from) merged.push({ from, to });
  }
  return merged;
}

/** The parts of `within` that are in none of the spans. */
export function complement(spans: readonly Span[], within: Span): Span[] {
  const gaps: Span[] = [];
  let { from } = within;
  for (const span of union(spans)) {
    if (span.from > from) gaps.push({ from, to: Math.min(span.from, within.to) });
    from = Math.max(from, span.to);
  }
  if (from < within.to) gaps.push({ from, to: within.to });
  return gaps.filter((gap) => gap.to > gap.from);
}

export function intersect(ones: readonly Span[], others: readonly Span[]): Span[] {
  const common: Span[] = [];
  for (const one of ones) {
    for (const other of others) {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      if (to > from) common.push({ from, to });
    }
  }
  return union(common);
}
