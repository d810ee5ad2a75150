import type { Pool } from '@callside/database';
import { CapturedLog, until } from '@callside/test-kit';
import { aPhone, recommend, skusOf } from '../../test/support/answers.ts';
import { loggerTo } from '../../test/support/logger.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addBrand, addCustomer } from '../../test/support/shop.ts';
import { HistoryRepository } from './histories.store.ts';

const shared = '4155550177';
const heavy = '4155550188';
const withoutOrders = '4155550199';
const returning = '4155550166';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    prepare: async (query, brand) => {
      await addCustomer(query, brand, {
        phone: aPhone,
        lines: [
          { sku: '101', date: '2026-01-02' },
          { sku: '999', date: '2026-01-03', title: 'Discontinued Brooch' },
          { sku: '401', date: '2025-06-01' },
        ],
      });
      await addCustomer(query, brand, { phone: withoutOrders });
      await addCustomer(query, brand, {
        phone: returning,
        lines: [
          { sku: '101', date: '2026-01-02' },
          { sku: '401', date: '2026-01-02' },
        ],
      });
      await query(
        `UPDATE order_lines SET returned_at = now() WHERE sku = '101' AND customer_id IN (SELECT id FROM customers WHERE phone_number = $1)`,
        [`+1${returning}`],
      );
      await addCustomer(query, brand, {
        phone: shared,
        customerId: 'c-1',
        lines: [{ sku: '102', date: '2026-02-01' }],
      });
      await addCustomer(query, brand, {
        phone: shared,
        customerId: 'c-2',
        lines: [{ sku: '201', date: '2026-03-01' }],
      });
      await addCustomer(query, brand, { phone: null, customerId: 'c-3', lines: [{ sku: '301', date: '2026-03-01' }] });
      const days = Array.from({ length: 5_100 }, (_, day) => new Date(Date.UTC(2010, 0, 1 + day)).toISOString());
      await addCustomer(query, brand, {
        phone: heavy,
        lines: days.map((date, index) => ({ sku: index < 100 ? '301' : '401', date: date.slice(0, 10) })),
      });
      const other = await addBrand(query);
      await addCustomer(query, other, {
        phone: '4155550111',
        customerId: 'elsewhere',
        lines: [{ sku: '101', date: '2026-01-02' }],
      });
    },
  });
});
afterAll(() => service.close());

/** As an explanation reads it afterwards. */
const historyThen = async (id: string) => {
  const histories = new HistoryRepository({
    pool: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => ({
        rows: await service.query(text, values),
      }),
    } as unknown as Pool,
    brandId: () => service.brand.id,
    failures: { inc: () => {} },
    logger: loggerTo(new CapturedLog()),
  });
  const [row] = await service.query<{ phone: string; code: string | null; at: Date }>(
    'SELECT phone, customer_id AS code, created_at AS at FROM recommendations WHERE id = $1',
    [id],
  );
  if (row === undefined) throw new Error('the recommendation is not on file');
  return histories.findAsOf({ phone: row.phone, customerId: row.code }, row.at);
};

test('an explanation reads the lines of the moment of the recommendation', async () => {
  const phone = '4155550122';
  const customer = await addCustomer(service.query, service.brand, {
    phone,
    lines: [
      { sku: '101', date: '2026-01-02' },
      { sku: '401', date: '2026-01-03' },
    ],
  });
  const { recommendation_id: id, history_size } = await recommend(service, { phone });
  expect(history_size).toBe(2);
  await service.query('UPDATE order_lines SET returned_at = now() WHERE customer_id = $1 AND sku = $2', [
    customer,
    '401',
  ]);
  await service.query(
    `INSERT INTO order_lines (brand_id, customer_id, sku, order_date) VALUES ($1, $2, '501', '2026-01-01')`,
    [service.brand.id, customer],
  );
  const { lines, returned } = await historyThen(id);
  expect(lines.map(({ sku }) => sku)).toEqual(['401', '101']);
  expect(returned).toEqual([]);
});

describe('without customer_order_history the stored history is used', () => {
  test.each([aPhone, `1${aPhone}`, '+1 (415) 555-0134'])(
    'the stored history of the number %s is used when none is sent',
    async (phone) => {
      expect(await recommend(service, { phone, num_items: 10 })).toMatchObject({
        customer_found: true,
        history_size: 3,
        fallback: false,
        normalized_phone: aPhone,
      });
    },
  );

  test.each([
    ['of several with the number', { phone: shared, customer_id: 'c-2' }, ['201']],
    ['who has another number', { phone: aPhone, customer_id: ' c-1 ' }, ['102']],
    ['who has no number', { phone: '0000000000', customer_id: 'c-3' }, ['301']],
    ['who is unknown, so that of the number', { phone: shared, customer_id: 'c-4' }, ['201', '102']],
    ['of another brand, so that of the number', { phone: shared, customer_id: 'elsewhere' }, ['201', '102']],
    ['that is empty, so that of the number', { phone: shared, customer_id: ' ' }, ['201', '102']],
  ])('with the code of a customer %s, the stored history is that of the code', async (_, keys, skus) => {
    const answer = await recommend(service, { ...keys, num_items: 10 });
    expect(answer).toMatchObject({ customer_found: true, history_size: skus.length, fallback: false });
    expect((await historyThen(answer.recommendation_id)).lines.map(({ sku }) => sku)).toEqual(skus);
  });

  test('an unknown code without a number finds nobody; the code is stored as sent, trimmed', async () => {
    const answer = await recommend(service, { phone: '0000000000', customer_id: ' c-4 ' });
    expect(answer).toMatchObject({ customer_found: false, history_size: 0 });
    expect(
      await service.query('SELECT customer_id FROM recommendations WHERE id = $1', [answer.recommendation_id]),
    ).toEqual([{ customer_id: 'c-4' }]);
  });

  test.each([[7], [true], [{}], ['x'.repeat(201)]])('the code %p is refused', async (customer_id) => {
    const answer = await service.post('/recommend', { phone: aPhone, customer_id });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.json)).toContain('customer_id');
  });

  test('null counts as absent', async () => {
    expect(await recommend(service, { customer_order_history: null })).toMatchObject({
      customer_found: true,
      history_size: 3,
    });
  });

  test('returned lines are not part of it and do not open their size', async () => {
    const answer = await recommend(service, { phone: returning, num_items: 10 });
    expect(answer).toMatchObject({ customer_found: true, history_size: 1 });
    expect(skusOf(answer).filter((sku) => sku.startsWith('1'))).toEqual([]);
  });

  test('its sizes open sized article types', async () => {
    expect(skusOf(await recommend(service, { num_items: 10 }))).toEqual(expect.arrayContaining(['101', '103']));
  });

  test('a customer without orders is found, with an empty history', async () => {
    expect(await recommend(service, { phone: withoutOrders })).toMatchObject({
      customer_found: true,
      history_size: 0,
      fallback: true,
    });
  });

  test('an unknown number is not found', async () => {
    expect(await recommend(service, { phone: '4155550100' })).toMatchObject({
      customer_found: false,
      history_size: 0,
      fallback: true,
    });
  });

  test('a customer of another brand is not found', async () => {
    expect(await recommend(service, { phone: '4155550111' })).toMatchObject({ customer_found: false, history_size: 0 });
  });

  test('customers who share a number share their history, newest first', async () => {
    const answer = await recommend(service, { phone: shared });
    expect(answer).toMatchObject({ customer_found: true, history_size: 2 });
    expect((await historyThen(answer.recommendation_id)).lines.map(({ sku }) => sku)).toEqual(['201', '102']);
  });

  test('only the newest 5,000 lines of a long history count', async () => {
    const answer = await recommend(service, { phone: heavy, num_items: 10 });
    expect(answer.history_size).toBe(5_000);
    const { lines } = await historyThen(answer.recommendation_id);
    expect(lines).toHaveLength(5_000);
    expect(lines[0]?.order_date).toBe('2023-12-18');
    expect(lines.some(({ sku }) => sku === '301')).toBe(false);
  });

  test('0000000000 means that there is no number, and is not looked up', async () => {
    expect(await recommend(service, { phone: '0000000000' })).toMatchObject({
      customer_found: false,
      history_size: 0,
      fallback: true,
    });
  });

  test('each of many concurrent requests gets the history of its own number', async () => {
    const phones = Array.from({ length: 40 }, (_, index) => [aPhone, shared, withoutOrders, '4155550100'][index % 4]);
    // On a busy machine a history may not be read in time, or the service refuses the request.
    const isInTime = ({ status, json }: { status: number; json: unknown }) =>
      status !== 503 && Object(json).customer_found !== null;
    const recommendWithHistory = async (phone: string | undefined) => {
      let answer = await service.post('/recommend', { phone });
      await until('the history is read in time', async () => {
        if (!isInTime(answer)) answer = await service.post('/recommend', { phone });
        return isInTime(answer);
      });
      return Object(answer.json);
    };
    const answers = await Promise.all(phones.map(recommendWithHistory));
    expect(answers.map(({ history_size, customer_found }) => [history_size, customer_found])).toEqual(
      phones.map(
        (_, index) =>
          [
            [3, true],
            [2, true],
            [0, true],
            [0, false],
          ][index % 4],
      ),
    );
  });
});

describe('with customer_order_history nothing is looked up', () => {
  test('an empty one is an empty history', async () => {
    expect(await recommend(service, { customer_order_history: [] })).toMatchObject({
      customer_found: null,
      history_size: 0,
      fallback: true,
    });
  });

  test('it counts the lines that have a SKU or a title, in the catalogue or not', async () => {
    const customer_order_history = [
      { sku: '401' },
      { sku: '999', order_date: '2026-01-01' },
      { product_title: 'Something else' },
      { sku: null, product_title: null, order_date: '2026-01-01' },
      { sku: '', product_title: ' ' },
      {},
    ];
    expect(await recommend(service, { customer_order_history })).toMatchObject({
      customer_found: null,
      history_size: 3,
      fallback: false,
    });
  });

  test('it also counts for 0000000000', async () => {
    const customer_order_history = [{ sku: '101' }];
    expect(await recommend(service, { phone: '0000000000', customer_order_history })).toMatchObject({
      customer_found: null,
      history_size: 1,
      fallback: false,
    });
  });

  test('10,000 lines are accepted', async () => {
    const customer_order_history = Array.from({ length: 10_000 }, () => ({ sku: '401', order_date: '2026-01-01' }));
    expect(await recommend(service, { customer_order_history })).toMatchObject({ history_size: 10_000 });
  });
});

describe('a history that cannot be read in time', () => {
  const unavailable = { customer_found: null, history_size: 0, fallback: true };

  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    const lock = await service.pool.connect();
    await lock.query('BEGIN');
    await lock.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    try {
      await work();
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
  }

  test('delays a request only briefly: offers are made without it, and health reports it until it can be read again', async () => {
    await whileLocked('order_lines', async () => {
      const startedAt = performance.now();
      const answer = await recommend(service, { num_items: 10 });
      expect(answer).toMatchObject(unavailable);
      expect(answer.recommendations).not.toHaveLength(0);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      // /health checks at most once a second.
      await until(
        'health reports it',
        async () => Object((await service.get('/health')).json).history.status === 'unavailable',
      );
      expect(await service.get('/health')).toMatchObject({ status: 200, json: { status: 'degraded' } });
    });
    expect(await recommend(service)).toMatchObject({ customer_found: true, history_size: 3, fallback: false });
    await until(
      'health is well again',
      async () => Object((await service.get('/health')).json).history.status === 'ok',
    );
    expect(await service.get('/health')).toMatchObject({ json: { status: 'ok' } });
  });

  test('does not affect a request that supplies its history', async () => {
    await whileLocked('customers', async () => {
      const customer_order_history = [{ sku: '401' }];
      expect(await recommend(service, { customer_order_history })).toMatchObject({ history_size: 1, fallback: false });
      expect(await recommend(service, { phone: '0000000000' })).toMatchObject({ customer_found: false });
    });
  });

  test('is detected by health before a customer notices', async () => {
    await whileLocked('order_lines', async () => {
      await until('health is degraded', async () => Object((await service.get('/health')).json).status === 'degraded');
    });
    await until('health is ok', async () => Object((await service.get('/health')).json).status === 'ok');
  });

  test('is counted and logged, without the phone number', async () => {
    await whileLocked('order_lines', async () => {
      await recommend(service);
    });
    expect((await service.get('/metrics')).text).toMatch(/history_lookup_failures_total\{[^}]*\} [1-9]/);
    expect(service.logged()).toContain('a history could not be read in time');
    expect(service.logged()).not.toContain('5550134');
    await recommend(service);
  });
});
