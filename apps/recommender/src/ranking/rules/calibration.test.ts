import { lineFor, logOddsOf, probabilityOf } from './calibration.ts';

const [one, other] = [
  { slope: 2, intercept: -3 },
  { slope: 1, intercept: 0 },
];

it.each([
  ['next purchases', { next_purchase: one, anchors: other }, 0, one],
  ['anchors', { next_purchase: one, anchors: other }, 3, other],
  ['anchors without a line of their own', { next_purchase: one, anchors: null }, 1, one],
  ['next purchases without a line of their own', { next_purchase: null, anchors: other }, 0, other],
  ['a model without a calibration', null, 1, null],
])('the line of %s', (_, calibration, anchors, expected) => {
  expect(lineFor(calibration, anchors)).toBe(expected);
});

it('log-odds follow the line, and are the score without one', () => {
  expect(logOddsOf(one, 4)).toBe(5);
  expect(logOddsOf(null, 4)).toBe(4);
  expect(probabilityOf(0)).toBe(0.5);
  expect(probabilityOf(Math.log(3))).toBeCloseTo(0.75);
});
