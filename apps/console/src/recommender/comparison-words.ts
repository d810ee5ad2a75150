import type { RankingComparison } from '@callside/schemas';

/** A comparison in the parts of a sentence. Shares are positive if the sentence contains "more" or "less". */
export interface ComparisonParts {
  /** `more` and `less`: the whole interval is on one side. `open`: it may be better or worse. `same`: always the same. */
  kind: 'more' | 'less' | 'open' | 'same';
  /** The rounded difference, without its sign. */
  by: string;
  low: string;
  high: string;
}

/**
 * `finds 4 % more of what customers bought; between 2 % and 6 %`. Rounded to whole percents, or to tenths if a whole percent would
 * hide the difference.
 */
export function comparisonParts({ difference, low, high }: RankingComparison, language: string): ComparisonParts {
  const isSmall = [difference, low, high].some((share) => share !== 0 && Math.abs(share) < 0.01);
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: isSmall ? 1 : 0,
    signDisplay: 'negative',
  });
  const kind = low > 0 ? 'more' : high < 0 ? 'less' : low === 0 && high === 0 ? 'same' : 'open';
  const isLess = kind === 'less' || (kind === 'open' && difference < 0);
  // "less; between 2 % and 6 %": the ends change places with the sign.
  const [from, to] = kind === 'less' ? [-high, -low] : [low, high];
  return {
    kind,
    by: format.format(isLess ? -difference : difference),
    low: format.format(from),
    high: format.format(to),
  };
}

/** The comparison to decide by: with the model in service, or with the order without a model if no model is in service. */
export function mainComparison(comparisons: readonly RankingComparison[]): RankingComparison | null {
  return comparisons.find((one) => one.with === 'in_service') ?? comparisons[0] ?? null;
}
