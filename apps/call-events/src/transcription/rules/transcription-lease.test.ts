import { isRefreshDue, leavesOrphan, orphanMsLeft, refreshPauseMs } from './transcription-lease.ts';

const terms = { leaseMs: 150_000, orphanMs: 120_000 };

test('frames refresh every 10 s, and a short lease every third of its duration', () => {
  expect(refreshPauseMs(terms)).toBe(10_000);
  expect(refreshPauseMs({ leaseMs: 30_000 })).toBe(10_000);
  expect(refreshPauseMs({ leaseMs: 600 })).toBe(200);
});

test('a refresh is due a pause after the last attempt, successful or not', () => {
  const lease = { refreshedAtMs: 0, triedAtMs: 20_000 };
  expect(isRefreshDue(lease, terms, 29_999)).toBe(false);
  expect(isRefreshDue(lease, terms, 30_000)).toBe(true);
});

test('a producer that disconnects leaves an orphan only while its lease lasts', () => {
  const lease = { refreshedAtMs: 5_000, triedAtMs: 140_000 };
  expect(leavesOrphan(lease, terms, 154_999)).toBe(true);
  expect(leavesOrphan(lease, terms, 155_000)).toBe(false);
});

test('the orphan window starts when the producer disconnects', () => {
  expect(orphanMsLeft(terms, 1_000, 1_000)).toBe(120_000);
  expect(orphanMsLeft(terms, 1_000, 31_000)).toBe(90_000);
  expect(orphanMsLeft(terms, 1_000, 1_000.5)).toBe(120_000);
  expect(orphanMsLeft(terms, 1_000, 500_000)).toBe(1);
});
