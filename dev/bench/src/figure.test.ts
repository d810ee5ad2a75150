import { toFigure } from './figure.ts';

const measurement = { name: 'events', measured: 90, unit: '1/s', detail: {} };

describe('toFigure', () => {
  it('compares a target of the ratio with the ratio', () => {
    const target = { of: 'ratio', bound: 'at least', value: 1 } as const;
    expect(toFigure({ ...measurement, baseline: 100, target })).toMatchObject({ ratio: 0.9, met: false });
    expect(toFigure({ ...measurement, baseline: 90, target })).toMatchObject({ ratio: 1, met: true });
  });

  it('compares a target of the figure itself with the figure', () => {
    const target = { of: 'measured', bound: 'at most', value: 90 } as const;
    expect(toFigure({ ...measurement, baseline: 1, target })).toMatchObject({ met: true });
    expect(toFigure({ ...measurement, measured: 90.1, target })).toMatchObject({ met: false });
  });

  it('does not meet a target of the ratio without a baseline', () => {
    expect(toFigure({ ...measurement, target: { of: 'ratio', bound: 'at most', value: 1 } })).toMatchObject({
      met: false,
    });
  });

  it('has no verdict without a target', () => {
    expect(toFigure(measurement)).toMatchObject({ baseline: null, ratio: null, target: null, met: null });
  });
});
