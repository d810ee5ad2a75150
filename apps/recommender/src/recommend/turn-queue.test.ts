import { TurnQueue } from './turn-queue.ts';

const { signal } = new AbortController();
const limits = { maxWaiting: 10, maxWaitMs: 1_000, turnMs: 0 };
const overloaded = { code: 'unavailable', retryAfterSeconds: 1 };

test('jobs run in order, as many in a turn as begin within its time, with other work between turns', async () => {
  let time = 0;
  const turns = new TurnQueue({ ...limits, turnMs: 4, now: () => time });
  const seen: string[] = [];
  const jobs = [3, 1, 2, 6, 5].map((ms) =>
    turns.run(() => {
      time += ms;
      seen.push(`${ms} ms`);
    }, signal),
  );
  function other(): void {
    seen.push('other');
    if (time < 17) setImmediate(other);
  }
  setImmediate(other);
  await Promise.all(jobs);
  expect(seen).toEqual(['3 ms', '1 ms', 'other', '2 ms', '6 ms', 'other', '5 ms']);
});

test('no job runs in the turn in which it was queued', async () => {
  let ran = false;
  const job = new TurnQueue(limits).run(() => {
    ran = true;
  }, signal);
  await Promise.resolve();
  expect(ran).toBe(false);
  await job;
  expect(ran).toBe(true);
});

test('a job that throws rejects, and the next ones run', async () => {
  const turns = new TurnQueue(limits);
  const broken = turns.run(() => {
    throw new Error('broken');
  }, signal);
  const sound = turns.run(() => 'sound', signal);
  await expect(broken).rejects.toThrow('broken');
  await expect(sound).resolves.toBe('sound');
  await expect(turns.run(() => 'later', signal)).resolves.toBe('later');
});

test('a job is refused at once when the queue is full, and accepted again after others have run', async () => {
  const turns = new TurnQueue({ ...limits, maxWaiting: 2 });
  const jobs = [1, 2].map((job) => turns.run(() => job, signal));
  await expect(turns.run(() => 3, signal)).rejects.toMatchObject(overloaded);
  await expect(Promise.all(jobs)).resolves.toEqual([1, 2]);
  await expect(turns.run(() => 4, signal)).resolves.toBe(4);
});

test('a job that waited too long is refused and does not run', async () => {
  let time = 0;
  const turns = new TurnQueue({ ...limits, now: () => time });
  let ran = false;
  const slow = turns.run(() => {
    time = 1_001;
  }, signal);
  const late = turns.run(() => {
    ran = true;
  }, signal);
  await slow;
  await expect(late).rejects.toMatchObject(overloaded);
  expect(ran).toBe(false);
});

describe('a job whose caller has disconnected', () => {
  test('does not run, and its place in the queue is free at once', async () => {
    const turns = new TurnQueue({ ...limits, maxWaiting: 2 });
    const caller = new AbortController();
    let ran = false;
    const left = turns.run(() => {
      ran = true;
    }, caller.signal);
    const other = turns.run(() => 'other', signal);
    caller.abort();
    const next = turns.run(() => 'next', signal);
    await expect(left).rejects.toBe(caller.signal.reason);
    await expect(Promise.all([other, next])).resolves.toEqual(['other', 'next']);
    expect(ran).toBe(false);
  });

  test('is not queued', async () => {
    await expect(new TurnQueue(limits).run(() => 1, AbortSignal.abort('gone'))).rejects.toBe('gone');
  });

  test('keeps its result when it ran before', async () => {
    const caller = new AbortController();
    const done = await new TurnQueue(limits).run(() => 'done', caller.signal);
    caller.abort();
    expect(done).toBe('done');
  });
});
