import { Deadline } from './deadline.ts';

const never = () => new Promise<never>(() => {});

/** A deadline of 100 ms that began `elapsedMs` ago. */
const begun = (elapsedMs: number) => new Deadline({ startedAt: 0, ms: 100, now: () => elapsedMs });

test('without a deadline the stage waits for its work', async () => {
  const deadline = new Deadline({ startedAt: 0, ms: null, now: () => 1_000_000 });
  expect(await deadline.within('history', async (signal) => ['done', signal])).toEqual(['done', null]);
  expect(deadline.missed).toEqual([]);
});

test('work that finishes in time gives its result, and its failure is thrown', async () => {
  expect(await begun(0).within('model', async () => 'done')).toBe('done');
  const failure = begun(0).within('model', () => Promise.reject(new Error('broken')));
  await expect(failure).rejects.toThrow('broken');
});

test('a late stage is named, and the signal of its work aborts', async () => {
  const deadline = begun(49);
  let isAborted = false;
  const late = await deadline.within('history', (signal) => {
    signal?.addEventListener('abort', () => {
      isAborted = true;
    });
    return never();
  });
  expect([late, isAborted, deadline.missed]).toEqual([null, true, ['history']]);
});

test('a stage is missed when its work rejects because its signal aborts', async () => {
  const deadline = begun(99);
  const work = (signal: AbortSignal | null) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  expect(await deadline.within('candidates', work)).toBeNull();
  expect(deadline.missed).toEqual(['candidates']);
});

test('a later stage may use the time until its own deadline', async () => {
  const deadline = begun(60);
  expect(await deadline.within('history', never)).toBeNull();
  const slow = Promise.resolve().then(() => 'done');
  expect(await deadline.within('model', () => slow)).toBe('done');
  expect(deadline.missed).toEqual(['history']);
});
