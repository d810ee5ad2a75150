import type { ResultFigures } from '@callside/schemas';
import { changeOf, hasResults } from './figures.ts';

const figures = (fields: Partial<ResultFigures> = {}): ResultFigures => ({
  calls: 0,
  time_to_screen: { events: 0, p50_ms: null, p95_ms: null },
  offers: { recommendations: 0, items: 0 },
  shown: { recommendations: 0, items: 0 },
  sold: 0,
  declined: 0,
  conversion: { counted: 0, converted: 0, share: null },
  revenue: '0',
  gross_revenue: '0',
  returned_revenue: '0',
  ...fields,
});
const conversion = (share: number) => figures({ conversion: { counted: 1000, converted: share * 1000, share } });

describe('changeOf', () => {
  it.each([
    ['120', '100', { kind: 'more', by: 0.2, unit: 'share' }],
    ['75.5', '100', { kind: 'less', by: 0.245, unit: 'share' }],
    ['100', '100.01', { kind: 'same' }],
    ['5', '0', { kind: 'none', missing: 'before' }],
    ['0', '0', { kind: 'zero' }],
    ['0', '-10', { kind: 'more', by: 1, unit: 'share' }],
  ])('compares revenue of %s with %s before', (now, before, change) => {
    expect(changeOf('revenue', figures({ revenue: now }), figures({ revenue: before }))).toEqual(change);
  });

  it('compares shares in percentage points', () => {
    expect(changeOf('conversion', conversion(0.125), conversion(0.1))).toEqual({
      kind: 'more',
      by: expect.closeTo(0.025),
      unit: 'points',
    });
  });

  it('does not compare a figure that was not measured', () => {
    expect(changeOf('conversion', conversion(0.1), figures())).toEqual({
      kind: 'none',
      missing: 'before',
    });
    expect(changeOf('conversion', figures(), conversion(0.1))).toEqual({ kind: 'none', missing: 'now' });
  });
});

it('there are results as soon as there is a call, an offer or a shown event', () => {
  expect(hasResults(figures())).toBe(false);
  expect(hasResults(figures({ calls: 1 }))).toBe(true);
  expect(hasResults(figures({ offers: { recommendations: 1, items: 1 } }))).toBe(true);
});
