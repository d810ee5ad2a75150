import { type ClockReading, isOutdated, serverTime } from './server-clock.ts';

const reading: ClockReading = { serverMs: 1_000_000, localMs: 5_000_000, steadyMs: 100 };

test('the time is that of the service, also if the clock of the device is wrong', () => {
  expect(serverTime(reading, 5_007_000, 7_100)).toBe(1_007_000);
});

test('the time does not change when the clock of the device is set', () => {
  expect(serverTime(reading, 9_000_000, 7_100)).toBe(1_007_000);
});

test('the time is that of the device before the first reading', () => {
  expect(serverTime(null, 5_000_000, 0)).toBe(5_000_000);
});

test.each([
  ['the clock of the device was set', 9_000_000, 7_100, true],
  ['the device slept while the steady clock was stopped', 5_600_000, 7_100, true],
  ['time went on', 5_007_100, 7_100, false],
])('a reading is outdated only if the device slept or its clock was set: %s', (_title, localMs, steadyMs, outdated) => {
  expect(isOutdated(reading, localMs, steadyMs)).toBe(outdated);
});
