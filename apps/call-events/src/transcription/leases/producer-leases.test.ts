import { ProducerLeases } from './producer-leases.ts';

const terms = { leaseMs: 150_000, orphanMs: 120_000 };

/** Leases whose writes to PostgreSQL can be delayed or made to fail. */
function start() {
  const writes: string[] = [];
  const held: (() => void)[] = [];
  const state = { holds: false, fails: false };
  const failures: unknown[] = [];
  const producers = new ProducerLeases({
    leases: {
      acquire: async () => {},
      refresh: async () => 'held',
      orphan: async () => 'held',
      abandon: async () => 'held',
    },
    sessions: {
      keepRefreshed: async () => 'kept',
      keepOrphaned: async (sessionId) => {
        writes.push(sessionId);
        if (state.fails) throw new Error('the file is away');
        if (state.holds) await new Promise<void>((resolve) => held.push(resolve));
        return 'kept';
      },
    },
    terms,
    now: () => 0,
    onFailure: (error) => failures.push(error),
  });
  const release = () => {
    state.holds = false;
    for (const resolve of held.splice(0)) resolve();
  };
  return { producers, writes, state, failures, release };
}

const names = Array.from({ length: 200 }, (_, index) => `session ${index}`);

test('each lease is written once when many producers disconnect in sequence', async () => {
  const { producers, writes, state, release } = start();
  for (const name of names) producers.hold(name, `token of ${name}`, `producer of ${name}`);
  state.holds = true;
  const gone = names.map((name) => producers.disconnect(`producer of ${name}`));
  const retried = producers.retry();
  release();
  await Promise.all([...gone, retried]);
  expect(writes).toEqual(names);
  expect(producers.count).toBe(0);
});

test('a failed write is repeated once for each retry, and not again after it succeeds', async () => {
  const { producers, writes, state, failures } = start();
  state.fails = true;
  for (const name of names.slice(0, 3)) producers.hold(name, 'token', name);
  for (const name of names.slice(0, 3)) await producers.disconnect(name);
  expect(writes).toHaveLength(3);
  expect(failures).toHaveLength(3);
  state.fails = false;
  await producers.retry();
  await producers.retry();
  expect(writes).toHaveLength(6);
});

test('each lease is written once when the server stops', async () => {
  const { producers, writes } = start();
  for (const name of names) producers.hold(name, 'token', name);
  await producers.stop();
  expect(writes).toEqual(names);
});
