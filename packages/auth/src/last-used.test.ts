import type { Query } from '@callside/database';
import * as fakeTimers from '@sinonjs/fake-timers';
import { createLastUsedRecorder } from './last-used.ts';

/** A recorder. The test decides when each update ends. */
function setUp() {
  const updates: { uses: Record<string, string>; answer: () => void; fail: (error: unknown) => void }[] = [];
  const failures: unknown[] = [];
  const query: Query = (_text, [ids, times] = []) =>
    new Promise((resolve, reject) => {
      const entries = Array.isArray(ids) && Array.isArray(times) ? ids.map((id, index) => [id, times[index]]) : [];
      updates.push({ uses: Object.fromEntries(entries), answer: () => resolve([]), fail: reject });
    });
  const recorder = createLastUsedRecorder({ query, intervalMs: 1_000, onFailure: (error) => failures.push(error) });
  return { ...recorder, updates, failures };
}

const early = new Date('2026-01-01T00:00:00Z');
const late = new Date('2026-01-01T00:00:09Z');
/** Waits some turns of the event loop, so that everything that can run has run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('createLastUsedRecorder', () => {
  it('writes all keys since the last flush in one statement, each with its latest use', async () => {
    const { record, flush, updates } = setUp();
    record('k1', late);
    record('k1', early);
    record('k2', early);
    const flushed = flush();
    await settled();
    expect(updates).toMatchObject([{ uses: { k1: late.toISOString(), k2: early.toISOString() } }]);
    updates[0]?.answer();
    await flushed;
  });

  it('writes nothing when nothing was used', async () => {
    const { flush, updates } = setUp();
    await flush();
    expect(updates).toEqual([]);
  });

  it('keeps the keys of a failed flush for the next one, together with later uses', async () => {
    const { record, flush, updates, failures } = setUp();
    record('k1', early);
    record('k2', early);
    const failing = flush();
    await settled();
    record('k2', late);
    updates[0]?.fail(new Error('away'));
    await failing;
    expect(failures).toEqual([new Error('away')]);
    const second = flush();
    await settled();
    expect(updates[1]?.uses).toEqual({ k1: early.toISOString(), k2: late.toISOString() });
    updates[1]?.answer();
    await second;
  });

  it('never runs two writes at the same time', async () => {
    const { record, flush, updates } = setUp();
    record('k1', early);
    const first = flush();
    await settled();
    record('k2', early);
    const second = flush();
    await settled();
    expect(updates).toHaveLength(1);
    updates[0]?.answer();
    await first;
    await settled();
    updates[1]?.answer();
    await second;
    expect(updates.map(({ uses }) => Object.keys(uses))).toEqual([['k1'], ['k2']]);
  });

  it('flushes once per interval after start, and a last time at stop', async () => {
    const clock = fakeTimers.install({ toNotFake: ['setImmediate'] });
    try {
      const { record, start, stop, updates } = setUp();
      record('k1', early);
      clock.tick(5_000);
      await settled();
      expect(updates).toHaveLength(0);
      start();
      start();
      clock.tick(1_000);
      await settled();
      expect(updates).toHaveLength(1);
      updates[0]?.answer();
      record('k2', early);
      const stopped = stop();
      await settled();
      updates[1]?.answer();
      await stopped;
      record('k3', early);
      clock.tick(5_000);
      await settled();
      expect(updates.map(({ uses }) => Object.keys(uses))).toEqual([['k1'], ['k2']]);
    } finally {
      clock.uninstall();
    }
  });
});
