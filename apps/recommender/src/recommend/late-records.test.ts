import { ServiceError } from '@callside/service-kit';
import { LateRecords } from './late-records.ts';

const unavailable = () => Promise.reject(new ServiceError({ code: 'unavailable', message: 'the database is down' }));

function createRecords(options: { longestMs?: number; mostLines?: number; pauseMs?: number } = {}) {
  const lost: unknown[] = [];
  const records = new LateRecords({ onLost: (error) => lost.push(error), pauseMs: 1, ...options });
  return { records, lost };
}

/** A record that fails some times. */
function failing(times: number) {
  const calls = { count: 0, stored: false };
  const record = async () => {
    calls.count += 1;
    if (calls.count <= times) await unavailable();
    calls.stored = true;
  };
  return { calls, record };
}

const turns = async (until: () => boolean) => {
  while (!until()) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('a late record', () => {
  it('is not stored again when its first attempt succeeds', async () => {
    const { records, lost } = createRecords();
    const { calls, record } = failing(0);
    records.keep(Promise.resolve(), record, 10);
    await records.end();
    expect(calls.count).toBe(0);
    expect(lost).toEqual([]);
  });

  it('is tried until the database takes it', async () => {
    const { records, lost } = createRecords();
    const { calls, record } = failing(3);
    records.keep(unavailable(), record, 10);
    await turns(() => calls.stored);
    expect(calls.count).toBe(4);
    expect(lost).toEqual([]);
  });

  it('is tried once more at the end, without a pause', async () => {
    const { records, lost } = createRecords({ pauseMs: 60_000 });
    const { calls, record } = failing(9);
    records.keep(unavailable(), record, 10);
    await turns(() => calls.count === 1);
    await records.end();
    expect(calls.count).toBe(2);
    expect(lost).toHaveLength(1);
  });

  it('is given up after the longest time', async () => {
    const { records, lost } = createRecords({ longestMs: 0 });
    const { record } = failing(9);
    records.keep(unavailable(), record, 10);
    await turns(() => lost.length === 1);
    expect(lost).toEqual([expect.objectContaining({ code: 'unavailable' })]);
  });

  it('is given up at once when the database refuses it', async () => {
    const { records, lost } = createRecords();
    const { calls, record } = failing(0);
    records.keep(Promise.reject(new Error('an invalid value')), record, 10);
    await turns(() => lost.length === 1);
    expect(calls.count).toBe(0);
  });

  it('is given up when those that wait have too many lines', async () => {
    const { records, lost } = createRecords({ mostLines: 25, pauseMs: 60_000 });
    for (let count = 0; count < 3; count += 1) records.keep(unavailable(), failing(9).record, 10);
    await turns(() => lost.length > 0);
    expect(lost).toHaveLength(1);
    await records.end();
    expect(lost).toHaveLength(3);
  });
});
