import type { ResultFigures, Results, ResultsQuery } from '@callside/schemas';
import type { Brand } from '../../brands/index.ts';
import type { DayRange, Figures, ResultsOnFile } from './rules/results.ts';

export function resultsView(
  { timeZone, currency }: Pick<Brand, 'timeZone' | 'currency'>,
  { by, tests }: Pick<ResultsQuery, 'by' | 'tests'>,
  { range, totals, testCalls, rows, rowsLeftOut }: ResultsOnFile & { range: DayRange },
): Results {
  return {
    by,
    ...range,
    time_zone: timeZone,
    currency,
    totals: figuresView(totals),
    tests,
    test_calls: testCalls,
    rows: rows.map(({ key, label, ...figures }) => ({ key, label, ...figuresView(figures) })),
    rows_left_out: rowsLeftOut,
  };
}

function figuresView(figures: Figures): ResultFigures {
  const { calls, screenTime, sold, declined, counted, converted, revenue } = figures;
  return {
    calls,
    time_to_screen: screenTime && { events: screenTime.events, p50_ms: screenTime.p50Ms, p95_ms: screenTime.p95Ms },
    offers: { recommendations: figures.recommendations, items: figures.items },
    shown: { recommendations: figures.shownRecommendations, items: figures.shownItems },
    sold,
    declined,
    conversion: { counted, converted, share: counted === 0 ? null : converted / counted },
    revenue,
    gross_revenue: figures.grossRevenue,
    returned_revenue: figures.returnedRevenue,
  };
}
