import { BackgroundTask } from './background-task.ts';
import type { Logger } from './logger.ts';

const logger = { warn: () => {} } as unknown as Logger;

/** A task whose runs the test ends, with a pause of an hour between them. */
function setUp() {
  const ends: ((error?: Error) => void)[] = [];
  const started: (() => void)[] = [];
  let runs = 0;
  const task = new BackgroundTask({
    name: 'test',
    pauseMs: () => 3_600_000,
    run: () => {
      runs += 1;
      for (const tell of started.splice(0)) tell();
      return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    },
    logger,
  });
  return {
    task,
    runs: () => runs,
    nextRun: () => new Promise<void>((resolve) => started.push(resolve)),
    endRun: (error?: Error) => ends.shift()?.(error),
  };
}

describe('BackgroundTask', () => {
  it('runs without the pause after hurry()', async () => {
    const { task, nextRun, endRun } = setUp();
    const run = nextRun();
    task.start();
    task.hurry();
    await run;
    endRun();
    await task.stop();
  });

  it.each([
    ['ends well', undefined],
    ['fails', new Error('away')],
  ])('runs once more after hurry() during a run that %s', async (_how, error) => {
    const { task, runs, nextRun, endRun } = setUp();
    const first = nextRun();
    task.start();
    task.hurry();
    await first;
    task.hurry();
    task.hurry();
    expect(runs()).toBe(1);
    const second = nextRun();
    endRun(error);
    await second;
    expect(runs()).toBe(2);
    endRun();
    await task.stop();
  });
});

it('the task passes the result of a run to the pause after it, and nothing after a failure', async () => {
  const results: (() => Promise<number>)[] = [
    async () => 3,
    async () => Promise.reject(new Error('away')),
    async () => 0,
  ];
  const pauses: (number | undefined)[] = [];
  await new Promise<void>((resolve) => {
    const task = new BackgroundTask<number>({
      name: 'test',
      pauseMs: (last) => {
        pauses.push(last);
        if (results.length === 0) void task.stop().then(resolve);
        return 0;
      },
      run: () => results.shift()?.() ?? Promise.resolve(0),
      logger,
    });
    task.start();
  });
  expect(pauses).toEqual([undefined, 3, undefined, 0]);
});
