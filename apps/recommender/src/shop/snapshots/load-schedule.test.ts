import type { DataVersions } from './data-versions.store.ts';
import { LoadSchedule } from './load-schedule.ts';

const versions = (catalogue: string, orders: string): DataVersions => ({
  catalogue,
  orders,
  stock: '1',
  stockImportedAt: null,
});
const loaded = { versions: versions('1', '1'), fingerprint: 'a', today: 100 };

function loadedSchedule(): LoadSchedule {
  const schedule = new LoadSchedule();
  schedule.started(0);
  schedule.succeeded(loaded, 0);
  return schedule;
}

describe('a load', () => {
  it('is due until the first one succeeded', () => {
    expect(new LoadSchedule().isDue(versions('0', '0'), 100, 0)).toBe(true);
    expect(loadedSchedule().isDue(versions('1', '1'), 100, 0)).toBe(false);
  });

  it.each([
    ['an import of the catalogue', versions('2', '1'), 100],
    ['an import of orders', versions('1', '2'), 100],
    ['a new day', versions('1', '1'), 101],
    ['a table that was put back to an earlier state', versions('0', '1'), 100],
  ])('is due after %s', (_what, seen, today) => expect(loadedSchedule().isDue(seen, today, 0)).toBe(true));

  it('is due after a change of the catalogue was seen, and not again after it was loaded', () => {
    const schedule = loadedSchedule();
    schedule.sawCatalogue('a');
    expect(schedule.isDue(versions('1', '1'), 100, 0)).toBe(false);
    schedule.sawCatalogue('b');
    expect(schedule.isDue(versions('1', '1'), 100, 0)).toBe(true);
    schedule.started(0);
    schedule.succeeded({ ...loaded, fingerprint: 'c' }, 0);
    expect(schedule.isDue(versions('1', '1'), 100, 0)).toBe(false);
  });

  it.each([
    [400, 400],
    [15_000, 15_000],
    [90_000, 15_000],
  ])('that took %d ms is followed by a pause of %d ms', (durationMs, pauseMs) => {
    const schedule = loadedSchedule();
    schedule.started(1_000);
    const endMs = 1_000 + durationMs;
    schedule.succeeded(loaded, endMs);
    expect(schedule.isDue(versions('2', '2'), 101, endMs + pauseMs - 1)).toBe(false);
    expect(schedule.isDue(versions('2', '2'), 101, endMs + pauseMs)).toBe(true);
  });

  it('is retried after a second, then after longer pauses of at most a minute', () => {
    const schedule = new LoadSchedule();
    const waits = Array.from({ length: 8 }, () => {
      schedule.failed(0);
      for (let seconds = 0; ; seconds += 1) if (schedule.isDue(versions('1', '1'), 100, seconds * 1000)) return seconds;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    schedule.succeeded(loaded, 0);
    schedule.failed(0);
    expect(schedule.isDue(versions('2', '1'), 100, 1_000)).toBe(true);
  });
});
