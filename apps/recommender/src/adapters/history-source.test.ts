import { createHistorySource } from './history-source.ts';

const onFile = { customerFound: true, lines: [{ sku: '1' }] };

function setUp() {
  const state = { isAway: false, nowMs: 0, failures: 0, asked: [] as string[] };
  const source = createHistorySource({
    find: async (phone) => {
      state.asked.push(phone);
      if (state.isAway) throw new Error('timeout');
      return onFile;
    },
    onFailure: () => {
      state.failures += 1;
    },
    now: () => state.nowMs,
  });
  return { state, source };
}

test('returns the stored history', async () => {
  const { source, state } = setUp();
  expect(await source.find('4155550134')).toBe(onFile);
  expect(await source.isAvailable()).toBe(true);
  expect(state.failures).toBe(0);
});

test('a failed look-up returns null and reports the error', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  expect(await source.find('4155550134')).toBeNull();
  expect(state.failures).toBe(1);
});

test('it is unavailable while look-ups fail, even before a request needs one', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  expect(await source.isAvailable()).toBe(false);
  expect(state).toMatchObject({ failures: 0, asked: ['0000000000'] });
});

test('a failure is remembered for a minute, or until a look-up succeeds', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  await source.find('4155550134');
  state.isAway = false;
  state.nowMs = 59_999;
  expect(await source.isAvailable()).toBe(false);
  state.nowMs = 60_000;
  expect(await source.isAvailable()).toBe(true);

  state.isAway = true;
  await source.find('4155550134');
  state.isAway = false;
  await source.find('4155550134');
  expect(await source.isAvailable()).toBe(true);
});
