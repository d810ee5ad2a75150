import { until } from '@callside/test-kit';
import { ServiceError } from './errors.ts';
import { createNaturalBatcher } from './natural-batcher.ts';

interface PendingRun {
  items: string[];
  resolve: (results: string[]) => void;
  reject: (error: unknown) => void;
}

interface Options {
  maxItems?: number;
  leastIntervalMs?: number;
  maxWaitMs?: number;
  maxWaitAfterFailureMs?: number;
  maxQueued?: number;
  maxWeight?: number;
  weigh?: (item: string) => number;
  isItemFault?: (error: unknown) => boolean;
}

/** A batcher whose runs end when the test ends them, with a clock that the test controls. */
function setUp(options: Options = {}) {
  const runs: PendingRun[] = [];
  const clock = { ms: 0 };
  const add = createNaturalBatcher<string, string>({
    maxItems: 10,
    ...options,
    now: () => clock.ms,
    run: (items) => new Promise((resolve, reject) => runs.push({ items, resolve, reject })),
  });
  const finish = (index: number) => runs[index]?.resolve(runs[index].items.map((item) => item.toUpperCase()));
  return { add, runs, finish, clock };
}

/** Waits some turns of the event loop, so that everything that can run has run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('createNaturalBatcher', () => {
  it('starts the first item without waiting for more, together with others of the same tick', async () => {
    const { add, runs, finish } = setUp();
    const results = Promise.all([add('a'), add('b')]);
    expect(runs).toHaveLength(0);
    await settled();
    expect(runs).toMatchObject([{ items: ['a', 'b'] }]);
    finish(0);
    expect(await results).toEqual(['A', 'B']);
  });

  it('runs everything that queued during a run as the next run', async () => {
    const { add, runs, finish } = setUp();
    const first = add('a');
    await settled();
    const others = Promise.all([add('b'), add('c')]);
    await settled();
    expect(runs).toHaveLength(1);
    finish(0);
    expect(await first).toBe('A');
    await settled();
    expect(runs[1]?.items).toEqual(['b', 'c']);
    finish(1);
    expect(await others).toEqual(['B', 'C']);
  });

  it('starts the next run before it passes the results of the previous one', async () => {
    const { add, runs, finish } = setUp();
    let runsAtResult = 0;
    const first = add('a').then(() => {
      runsAtResult = runs.length;
    });
    await settled();
    const second = add('b');
    finish(0);
    await first;
    expect(runsAtResult).toBe(2);
    finish(1);
    expect(await second).toBe('B');
  });

  it('waits for the interval after a run of several items, so that more items share the next run', async () => {
    const { add, runs, finish } = setUp({ leastIntervalMs: 1_000 });
    const several = Promise.all([add('a'), add('b')]);
    await settled();
    finish(0);
    await several;
    const early = add('c');
    await settled();
    expect(runs).toHaveLength(1);
    const later = add('d');
    await until('the next run starts', () => runs.length > 1);
    expect(runs[1]?.items).toEqual(['c', 'd']);
    finish(1);
    expect(await Promise.all([early, later])).toEqual(['C', 'D']);
  });

  it('does not wait for the interval after a run of a single item', async () => {
    const { add, runs, finish } = setUp({ leastIntervalMs: 60_000 });
    const first = add('a');
    await settled();
    finish(0);
    await first;
    void add('b');
    await settled();
    expect(runs[1]?.items).toEqual(['b']);
  });

  it('takes at most the configured number of items per run', async () => {
    const { add, runs, finish } = setUp({ maxItems: 2 });
    const results = Promise.all(['a', 'b', 'c'].map(add));
    await settled();
    finish(0);
    await settled();
    finish(1);
    expect(await results).toEqual(['A', 'B', 'C']);
    expect(runs.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  });

  it('ends a run with the item that brings it to the maximum weight', async () => {
    const { add, runs, finish } = setUp({ maxWeight: 4, weigh: ({ length }) => length });
    const results = Promise.all(['a', 'bbb', 'c', 'dddddd', 'e'].map(add));
    for (let run = 0; run < 3; run += 1) {
      await settled();
      finish(run);
    }
    await results;
    expect(runs.map(({ items }) => items)).toEqual([['a', 'bbb'], ['c', 'dddddd'], ['e']]);
  });

  it('refuses an item at once when too many are waiting', async () => {
    const { add, finish } = setUp({ maxQueued: 2 });
    const first = add('a');
    await settled();
    const waiting = Promise.all([add('b'), add('c')]);
    await expect(add('d')).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    finish(0);
    await first;
    await settled();
    finish(1);
    expect(await waiting).toEqual(['B', 'C']);
  });

  it('starts again after it was idle', async () => {
    const { add, runs, finish } = setUp();
    const first = add('a');
    await settled();
    finish(0);
    await first;
    const second = add('b');
    await settled();
    finish(1);
    expect(await second).toBe('B');
    expect(runs).toHaveLength(2);
  });

  it('starts an item that is added at the moment when another is answered', async () => {
    const { add, finish } = setUp();
    const chained = add('a').then(() => add('b'));
    await settled();
    finish(0);
    await settled();
    finish(1);
    expect(await chained).toBe('B');
  });

  it('rejects every item of a run that fails, and continues with the next run', async () => {
    const { add, runs, finish } = setUp();
    const failing = Promise.allSettled([add('a'), add('b')]);
    await settled();
    const next = add('c');
    const error = new Error('database away');
    runs[0]?.reject(error);
    expect(await failing).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    await settled();
    finish(1);
    expect(await next).toBe('C');
  });

  it('rejects the items of a run that throws instead of rejecting', async () => {
    const add = createNaturalBatcher<string, string>({
      maxItems: 10,
      run: () => {
        throw new Error('at once');
      },
    });
    await expect(add('a')).rejects.toThrow('at once');
    await expect(add('b')).rejects.toThrow('at once');
  });

  it('rejects the items of a run that returns too few results', async () => {
    const add = createNaturalBatcher<string, string>({ maxItems: 10, run: async () => ['one'] });
    const results = await Promise.allSettled([add('a'), add('b')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('rejects only the item that a run failed on, and keeps the order of the others', async () => {
    const runs: string[][] = [];
    const fault = new Error('bad item');
    const add = createNaturalBatcher<string, string>({
      maxItems: 10,
      isItemFault: (error) => error === fault,
      run: async (items) => {
        runs.push(items);
        if (items.includes('bad')) throw fault;
        return items;
      },
    });
    const results = await Promise.allSettled(['a', 'b', 'bad', 'd'].map(add));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([['a', 'b', 'bad', 'd'], ['a', 'b'], ['bad', 'd'], ['bad'], ['d']]);
  });

  it('answers the first half of a failed run before the second half has run', async () => {
    const { add, runs, finish } = setUp({ isItemFault: () => true });
    const first = add('a');
    const second = add('b');
    await settled();
    runs[0]?.reject(new Error('one of them'));
    await settled();
    finish(1);
    expect(await first).toBe('A');
    await settled();
    expect(runs[2]?.items).toEqual(['b']);
    finish(2);
    expect(await second).toBe('B');
  });

  it('does not run items again after a failure that no item caused', async () => {
    let runs = 0;
    const add = createNaturalBatcher<string, string>({
      maxItems: 10,
      isItemFault: () => false,
      run: async () => {
        runs += 1;
        throw new Error('database away');
      },
    });
    await Promise.allSettled([add('a'), add('b')]);
    expect(runs).toBe(1);
  });

  it('refuses an item that waited too long without running it', async () => {
    const { add, runs, finish, clock } = setUp({ maxWaitMs: 100 });
    const first = add('a');
    await settled();
    const late = add('late');
    clock.ms = 60;
    const fresh = add('fresh');
    clock.ms = 101;
    const refused = expect(late).rejects.toEqual(expect.any(ServiceError));
    finish(0);
    await first;
    await settled();
    await refused;
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    finish(1);
    expect(await fresh).toBe('FRESH');
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['fresh']]);
  });

  describe('with a shorter wait after a failed run', () => {
    const limits = { maxWaitMs: 100, maxWaitAfterFailureMs: 50, isItemFault: (error: unknown) => error === 'item' };

    /** An item runs while another one, and a later one, wait for their run. `late` has waited for 60 ms when the run ends. */
    async function whileOneRuns() {
      const setting = setUp(limits);
      const first = setting.add('a');
      await settled();
      const late = setting.add('late');
      setting.clock.ms = 10;
      const fresh = setting.add('fresh');
      setting.clock.ms = 60;
      return { ...setting, first, late, fresh };
    }

    it('refuses items that have waited longer than that with the error of a run that fails', async () => {
      const { runs, first, late, fresh, finish } = await whileOneRuns();
      const refused = [first, late].map((one) => expect(one).rejects.toBe('away'));
      runs[0]?.reject('away');
      await Promise.all([settled(), ...refused]);
      expect(runs.map(({ items }) => items)).toEqual([['a'], ['fresh']]);
      finish(1);
      expect(await fresh).toBe('FRESH');
    });

    it.each([
      ['a run that succeeded', null],
      ['a run that failed because of its item', 'item'],
    ])('runs them after %s', async (_name, fault) => {
      const { runs, first, late, fresh, finish } = await whileOneRuns();
      const settledFirst = first.catch(String);
      if (fault === null) finish(0);
      else runs[0]?.reject(fault);
      await Promise.all([settled(), settledFirst]);
      expect(runs.map(({ items }) => items)).toEqual([['a'], ['late', 'fresh']]);
      finish(1);
      expect(await Promise.all([late, fresh])).toEqual(['LATE', 'FRESH']);
    });

    it('runs them after a run of several items of which the last one succeeded', async () => {
      const { add, runs, finish, clock } = setUp(limits);
      const pair = [add('a'), add('b')].map((one) => one.catch(String));
      await settled();
      const late = add('late');
      clock.ms = 60;
      // The halves run one after the other: the first is away, the second shows that all is well again.
      for (const [index, error] of ['item', 'away'].entries()) {
        runs[index]?.reject(error);
        await settled();
      }
      finish(2);
      expect(await Promise.all(pair)).toEqual(['away', 'B']);
      await settled();
      finish(3);
      expect(await late).toBe('LATE');
    });

    it('runs them again after the run that follows the failed one', async () => {
      const { runs, first, late, fresh, finish, clock, add } = await whileOneRuns();
      const refused = [first, late].map((one) => expect(one).rejects.toBe('away'));
      runs[0]?.reject('away');
      await Promise.all([settled(), ...refused]);
      const next = add('next');
      clock.ms += 60;
      finish(1);
      await fresh;
      await settled();
      finish(2);
      expect(await next).toBe('NEXT');
    });
  });

  it('starts no run when all items waited too long, and runs the next item at once', async () => {
    const { add, runs, finish, clock } = setUp({ maxWaitMs: 100 });
    const first = add('a');
    await settled();
    const late = add('b');
    clock.ms = 101;
    finish(0);
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    expect(await first).toBe('A');
    const next = add('c');
    await settled();
    expect(runs.map(({ items }) => items)).toEqual([['a'], ['c']]);
    finish(1);
    expect(await next).toBe('C');
  });

  it('runs an item that waited exactly the maximum time', async () => {
    const { add, finish, clock } = setUp({ maxWaitMs: 100 });
    const first = add('a');
    await settled();
    const second = add('b');
    clock.ms = 100;
    finish(0);
    await first;
    await settled();
    finish(1);
    expect(await second).toBe('B');
  });
});
