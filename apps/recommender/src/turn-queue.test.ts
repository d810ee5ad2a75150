import { createTurnQueue } from './turn-queue.ts';

test('jobs run in order, each in a turn of its own, with other work in between', async () => {
  const inTurn = createTurnQueue();
  const seen: string[] = [];
  const jobs = [1, 2, 3].map((job) => inTurn(() => seen.push(`job ${job}`)));
  function other(): void {
    seen.push('other');
    if (seen.filter((one) => one === 'other').length < 3) setImmediate(other);
  }
  setImmediate(other);
  await Promise.all(jobs);
  expect(seen.filter((one) => one !== 'other')).toEqual(['job 1', 'job 2', 'job 3']);
  expect(seen.join()).not.toMatch(/job \d,job \d/);
});

test('nothing runs in the turn in which it was asked for', async () => {
  let ran = false;
  const job = createTurnQueue()(() => {
    ran = true;
  });
  await Promise.resolve();
  expect(ran).toBe(false);
  await job;
  expect(ran).toBe(true);
});

test('a job that throws rejects, and the next ones run', async () => {
  const inTurn = createTurnQueue();
  const broken = inTurn(() => {
    throw new Error('broken');
  });
  const sound = inTurn(() => 'sound');
  await expect(broken).rejects.toThrow('broken');
  await expect(sound).resolves.toBe('sound');
  await expect(inTurn(() => 'later')).resolves.toBe('later');
});
