import { toFigure } from './figure.ts';
import { toTable } from './table.ts';

describe('toTable', () => {
  it('shows each figure with its baseline, its target and whether it is met, in columns', () => {
    const figures = [
      toFigure({
        name: 'durable events',
        measured: 5210.4,
        unit: '1/s',
        baseline: 4168.3,
        target: { of: 'ratio', bound: 'at least', value: 1 },
        detail: {},
      }),
      toFigure({
        name: 'memory',
        measured: 31.25,
        unit: 'kB',
        target: { of: 'measured', bound: 'at most', value: 25 },
        detail: {},
      }),
      toFigure({ name: 'no target', measured: 1, unit: 'ms', detail: {} }),
    ];
    expect(toTable(figures).split('\n')).toEqual([
      'figure          measured  unit  baseline  ratio  target            met',
      '----------------------------------------------------------------------',
      'durable events     5,210  1/s      4,168   1.25  ratio at least 1  yes',
      'memory             31.25  kB                     at most 25        no',
      'no target           1.00  ms',
    ]);
  });
});
