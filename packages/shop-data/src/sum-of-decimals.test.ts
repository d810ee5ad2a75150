import { sumOfDecimals } from './sum-of-decimals.ts';

test.each([
  ['1', '2', '3'],
  ['0.1', '0.2', '0.3'],
  ['.5', '1.', '1.5'],
  ['1.25', '2', '3.25'],
  ['999999999999.99', '0.01', '1000000000000.00'],
  ['1e-7', '1', '1.00000010000000000000'],
  ['0.004', '0.006', '0.010'],
])('%s and %s are %s', (one, other, sum) => expect(sumOfDecimals(one, other)).toBe(sum));
