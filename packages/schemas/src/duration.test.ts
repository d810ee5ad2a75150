import fc from 'fast-check';
import { formatDuration, parseDuration } from './duration.ts';

describe('parseDuration', () => {
  it.each([
    ['45s', 45],
    ['30m', 1800],
    ['12h', 43_200],
    ['90d', 7_776_000],
    [' 1h ', 3600],
    ['36500d', 3_153_600_000],
  ])('reads %s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(['', '90', 'd', '0d', '-1d', '1.5h', '90D', '1w', '1 h', '1h30m', '1e3s', '36501d', '999999999999d', '٣d'])(
    'refuses %j',
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );

  it('returns only whole, positive seconds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{0,14}[smhdw]$/)), (text) => {
        const seconds = parseDuration(text);
        expect(seconds === undefined || (Number.isSafeInteger(seconds) && seconds > 0)).toBe(true);
      }),
    );
  });
});

describe('formatDuration', () => {
  it.each([
    [45, '45s'],
    [90, '90s'],
    [900, '15m'],
    [5400, '90m'],
    [604_800, '7d'],
  ])('writes %d s as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('writes what parseDuration reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_153_600_000 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      }),
    );
  });
});
