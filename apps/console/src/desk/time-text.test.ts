import '../texts/testing.ts';
import { ageText, durationText } from './time-text.ts';

test.each([
  [-5000, '0:00'],
  [0, '0:00'],
  [7999, '0:07'],
  [760_000, '12:40'],
  [3_729_000, '1:02:09'],
])('a call of %i ms is shown as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  [-5000, 'just now'],
  [999, 'just now'],
  [3000, '3 s ago'],
  [60_000, '1 min ago'],
  [7_300_000, '2 h ago'],
  [200_000_000, '2 d ago'],
])('an age of %i ms is shown as %s', (ms, text) => {
  expect(ageText(ms)).toBe(text);
});
