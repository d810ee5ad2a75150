import { recommend, skusOf } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addCustomer } from '../../test/support/shop.ts';

const phone = '4155550134';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    prepare: (query, brand) =>
      addCustomer(query, brand, { phone, lines: [{ sku: '101', date: '2026-01-05' }] }).then(() => {}),
  });
});
afterAll(() => service.close());

/** Runs the work while another transaction holds the table. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const client = await service.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('a complete answer reports no degraded part, with and without a deadline', async () => {
  expect(await recommend(service, { phone })).toMatchObject({ degraded: [], history_size: 1 });
  expect(await recommend(service, { phone, deadline_ms: 60_000 })).toMatchObject({ degraded: [], fallback: false });
});

test('a history that is late is left out', async () => {
  const answer = await whileLocked('order_lines', () => recommend(service, { phone, deadline_ms: 500, num_items: 3 }));
  expect(answer).toMatchObject({ customer_found: null, history_size: 0, fallback: true });
  expect(answer.degraded).toContain('history');
});

test('a model that is late is left out', async () => {
  let release = () => {};
  service.ranker.until = new Promise((resolve) => {
    release = resolve;
  });
  const answer = await recommend(service, { phone, deadline_ms: 1_000, num_items: 3 });
  release();
  service.ranker.until = null;
  expect(answer).toMatchObject({ fallback: true });
  expect(answer.degraded).toContain('model');
  expect(skusOf(answer)).toHaveLength(3);
});

test('a model that fails is named, too', async () => {
  service.ranker.behaviour = 'fails';
  expect(await recommend(service, { phone })).toMatchObject({ fallback: true, degraded: ['model'] });
  service.ranker.behaviour = 'ranks';
});

test('a record is never left out: while it cannot be stored there is no answer', async () => {
  const answer = await whileLocked('recommendations', () => service.post('/recommend', { phone, deadline_ms: 600 }));
  expect(answer.status).toBe(503);
});

test.each([49, 60_001, 100.5, '500', true])('a deadline of %j ms is refused', async (deadline_ms) => {
  const { status, text } = await service.post('/recommend', { phone, deadline_ms });
  expect(status).toBe(422);
  expect(text).toContain('deadline_ms must be an integer from 50 to 60000');
});
