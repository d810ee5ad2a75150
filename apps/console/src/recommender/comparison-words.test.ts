import type { RankingComparison } from '@callside/schemas';
import { comparisonParts, mainComparison } from './comparison-words.ts';

const comparison = (difference: number, low: number, high: number): RankingComparison => ({
  with: 'in_service',
  difference,
  low,
  high,
  purchases: 900,
});

describe('comparisonParts', () => {
  it.each([
    ['more', 0.04, 0.02, 0.06, '4%', '2%', '6%'],
    ['more', 0.0412, 0.004, 0.06, '4.1%', '0.4%', '6%'],
    ['less', -0.04, -0.06, -0.02, '4%', '2%', '6%'],
    ['open', 0.03, -0.02, 0.08, '3%', '-2%', '8%'],
    ['open', -0.03, -0.08, 0.02, '3%', '-8%', '2%'],
    ['same', 0, 0, 0, '0%', '0%', '0%'],
  ] as const)('is %s for %d (%d to %d)', (kind, difference, low, high, by, from, to) => {
    expect(comparisonParts(comparison(difference, low, high), 'en')).toEqual({ kind, by, low: from, high: to });
  });

  it('formats percentages in the language of the user', () => {
    expect(comparisonParts(comparison(0.045, 0.02, 0.06), 'de').by).toBe('5\u00a0%');
  });
});

it('the main comparison is with the model in service, or with the order without a model if there is none', () => {
  const inService = comparison(0.1, 0, 0.2);
  const unranked = { ...inService, with: 'unranked' as const };
  expect(mainComparison([unranked, inService])).toBe(inService);
  expect(mainComparison([unranked])).toBe(unranked);
  expect(mainComparison([])).toBeNull();
});
