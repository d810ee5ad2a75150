import type { Pool } from '@callside/database';
import { CapturedLog } from '@callside/test-kit';
import { loggerTo } from '../../test/support/logger.ts';
import { HistoryRepository } from './histories.store.ts';

const row = {
  key: 'number +14155550134',
  sku: '1',
  product_title: null,
  order_date: '2026-01-05',
  at: null,
  call: null,
  reason: null,
  code: null,
  phone: '+14155550134',
};
const caller = { phone: '4155550134', customerId: null, hasHistory: false };
const onFile = {
  customer: { phone: '+14155550134', code: null },
  lines: [{ sku: '1', order_date: '2026-01-05' }],
  returned: [],
  declined: [],
};

/** A repository on a database that can be switched off. */
function setUp() {
  const state = { isAway: false, nowMs: 0, failures: 0, asked: [] as unknown[] };
  const query = async ({ values: [, numbers] }: { values: unknown[] }) => {
    state.asked.push(numbers);
    if (state.isAway) throw new Error('timeout');
    return { rows: [row] };
  };
  const source = new HistoryRepository({
    pool: { query } as unknown as Pool,
    brandId: () => 'a brand',
    failures: {
      inc: () => {
        state.failures += 1;
      },
    },
    logger: loggerTo(new CapturedLog()),
    now: () => state.nowMs,
  });
  return { state, source };
}

test('returns the stored history', async () => {
  const { source, state } = setUp();
  expect(await source.find(caller)).toEqual(onFile);
  expect(await source.isAvailable()).toBe(true);
  expect(state.failures).toBe(0);
});

test('a failed look-up returns null and reports the error', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  expect(await source.find(caller)).toBeNull();
  expect(state.failures).toBe(1);
});

test('it is unavailable while look-ups fail, even before a request needs one', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  expect(await source.isAvailable()).toBe(false);
  expect(state).toMatchObject({ failures: 0, asked: [['+10000000000']] });
});

test('a failure is remembered for a minute, or until a look-up succeeds', async () => {
  const { source, state } = setUp();
  state.isAway = true;
  await source.find(caller);
  state.isAway = false;
  state.nowMs = 59_999;
  expect(await source.isAvailable()).toBe(false);
  state.nowMs = 60_000;
  expect(await source.isAvailable()).toBe(true);

  state.isAway = true;
  await source.find(caller);
  state.isAway = false;
  await source.find(caller);
  expect(await source.isAvailable()).toBe(true);
});
