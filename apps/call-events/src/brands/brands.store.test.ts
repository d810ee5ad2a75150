import { setImmediate as aTurn } from 'node:timers/promises';
import { BrandStore } from './brands.store.ts';

const rowOf = (id: string) => ({ host: 'calls.example', id });

/** Brands whose host is moved, read by a clock that the test moves. */
function setUp() {
  const state = { at: 0, id: 'one', isDown: false, reads: 0 };
  const store = new BrandStore({
    query: async <Row>() => {
      state.reads += 1;
      if (state.isDown) throw new Error('the database is away');
      return [rowOf(state.id)] as Row[];
    },
    now: () => state.at,
  });
  return { state, idOf: async () => (await store.findByHost('calls.example'))?.id };
}

test('a host that moved while nobody asked is that of its new brand from the first request on', async () => {
  const { state, idOf } = setUp();
  expect(await idOf()).toBe('one');
  state.id = 'two';
  state.at = 3_600_000;
  expect(await idOf()).toBe('two');
});

test('a busy host is answered from what was read, and read again every 5 s', async () => {
  const { state, idOf } = setUp();
  for (; state.at <= 60_000; state.at += 500) {
    await idOf();
    await aTurn();
  }
  expect(state.reads).toBeGreaterThan(9);
  expect(state.reads).toBeLessThan(14);
});

test('without the database a known host stays known', async () => {
  const { state, idOf } = setUp();
  await idOf();
  state.isDown = true;
  state.at = 3_600_000;
  expect(await idOf()).toBe('one');
});
