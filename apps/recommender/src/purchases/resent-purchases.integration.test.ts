import { randomUUID } from 'node:crypto';
import { purchase, recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let recommendation_id: string;

async function newRecommendation(): Promise<string> {
  return (await recommend(service, { num_items: 10, customer_order_history: [] })).recommendation_id;
}

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
beforeEach(async () => {
  recommendation_id = await newRecommendation();
});
afterAll(() => service.close());

const confirm = (body: Record<string, unknown>) => purchase(service, { recommendation_id, ...body });
const newId = () => `line-${randomUUID()}`;

async function count(table: 'purchases' | 'purchase_lines', id = recommendation_id): Promise<number> {
  const rows = await service.query(`SELECT FROM ${table} WHERE recommendation_id = $1`, [id]);
  return rows.length;
}

async function revenues(): Promise<unknown[]> {
  const rows = await service.query<{ matched_revenue: string | null }>(
    'SELECT matched_revenue FROM purchases WHERE recommendation_id = $1 ORDER BY created_at',
    [recommendation_id],
  );
  return rows.map(({ matched_revenue }) => matched_revenue);
}

describe('a line is stored and counted once by its id', () => {
  test('a resent confirmation gets recorded: false and otherwise the first answer', async () => {
    const body = {
      purchased_skus: ['401'],
      purchased_lines: [
        { sku: '501', qty: 2, unit_price: 30, order_line_id: newId() },
        { sku: '401', unit_price: 99.95, discount_amt: 9.95, order_line_id: newId() },
        { sku: '999', unit_price: 5, order_line_id: newId() },
      ],
    };
    const first = await confirm(body);
    expect(first).toMatchObject({ matched_skus: ['401', '501'], matched_revenue: 150, recorded: true });
    expect(await confirm(body)).toEqual({ ...first, recorded: false });
    expect(await confirm({ purchased_lines: body.purchased_lines.slice(1, 2) })).toEqual({
      ...first,
      recorded: false,
      matched_skus: ['401'],
      matched_revenue: 90,
    });
    expect([await count('purchases'), await count('purchase_lines')]).toEqual([1, 3]);
  });

  test('a line resent with other figures is counted once', async () => {
    const order_line_id = newId();
    const first = await confirm({ purchased_lines: [{ sku: '401', unit_price: 10, order_line_id }] });
    const again = await confirm({ purchased_lines: [{ sku: '401', qty: 3, unit_price: 99, order_line_id }] });
    expect(again).toEqual({ ...first, recorded: false });
  });

  test('a line repeated within one confirmation is stored and counted once', async () => {
    const line = { sku: '401', unit_price: 10, order_line_id: newId() };
    const answer = await confirm({ purchased_lines: [line, { ...line, unit_price: 20 }, line] });
    expect(answer).toMatchObject({ matched_revenue: 10, recorded: true });
    expect(await count('purchase_lines')).toBe(1);
  });

  test('the answer of a partly new confirmation covers all its lines, and only the new part is stored', async () => {
    const known = { sku: '401', unit_price: 10, order_line_id: newId() };
    await confirm({ purchased_lines: [known] });
    const body = { purchased_lines: [known, { sku: '501', unit_price: 5, order_line_id: newId() }] };
    const second = await confirm(body);
    expect(second).toMatchObject({ matched_skus: ['401', '501'], matched_revenue: 15, recorded: true, conflicts: [] });
    expect(await confirm(body)).toEqual({ ...second, recorded: false });
    expect(await count('purchase_lines')).toBe(2);
    expect(await revenues()).toEqual(['10', '5']);
  });

  test('lines without an id are new each time', async () => {
    const body = { purchased_lines: [{ sku: '401', unit_price: 10 }] };
    expect([(await confirm(body)).recorded, (await confirm(body)).recorded]).toEqual([true, true]);
    expect(await count('purchase_lines')).toBe(2);
  });

  test.each(['', ' '])('an empty id counts as none: %j', async (order_line_id) => {
    const body = { purchased_lines: [{ sku: '401', order_line_id }] };
    expect([(await confirm(body)).recorded, (await confirm(body)).recorded]).toEqual([true, true]);
  });

  test.each([
    ['long', (id: string) => `${id}${'x'.repeat(100_000)}`],
    ['with a NUL', (id: string) => `${id}\u0000`],
    ['with a lone surrogate', (id: string) => `${id}\ud800`],
    ['an injection', (id: string) => `${id}'); --`],
  ])('an id that is %s works like any other', async (_what, make) => {
    const body = { purchased_lines: [{ sku: '401', unit_price: 10, order_line_id: make(newId()) }] };
    const first = await confirm(body);
    expect(first).toMatchObject({ recorded: true, matched_revenue: 10 });
    expect(await confirm(body)).toEqual({ ...first, recorded: false });
  });

  test('two ids that differ only in a lone surrogate are two ids', async () => {
    const id = newId();
    const lines = [`${id}\ud800`, `${id}\ud801`].map((order_line_id) => ({ sku: '401', unit_price: 1, order_line_id }));
    expect((await confirm({ purchased_lines: lines })).matched_revenue).toBe(2);
  });
});

describe('a line that was sent without a unit price', () => {
  test('is completed once by a confirmation with a price', async () => {
    const order_line_id = newId();
    const first = await confirm({ purchased_lines: [{ sku: '401', qty: 2, order_line_id }] });
    expect(first).toMatchObject({ matched_revenue: null, recorded: true });
    const completing = { purchased_lines: [{ sku: '401', unit_price: 60.5, discount_amt: 1, order_line_id }] };
    const completed = { ...first, matched_revenue: 120 };
    expect(await confirm(completing)).toEqual({ ...completed, recorded: true });
    expect(await confirm(completing)).toEqual({ ...completed, recorded: false });
    const other = { purchased_lines: [{ sku: '401', unit_price: 1, order_line_id }] };
    expect(await confirm(other)).toEqual({ ...completed, recorded: false });
    expect(
      await service.query('SELECT qty, unit_price, discount_amt FROM purchase_lines WHERE purchase_id = $1', [
        first.purchase_id,
      ]),
    ).toEqual([{ qty: '2', unit_price: '60.5', discount_amt: '1' }]);
    expect([await count('purchases'), await count('purchase_lines')]).toEqual([1, 1]);
  });

  test('replaces the list price that was assumed for it', async () => {
    const order_line_id = newId();
    const attributed = async () =>
      service.query('SELECT matched_revenue, attributed_revenue FROM purchases WHERE recommendation_id = $1', [
        recommendation_id,
      ]);
    await confirm({ purchased_lines: [{ sku: '401', order_line_id }] });
    expect(await attributed()).toEqual([{ matched_revenue: null, attributed_revenue: '129.99' }]);
    await confirm({ purchased_lines: [{ sku: '401', unit_price: 100, order_line_id }] });
    expect(await attributed()).toEqual([{ matched_revenue: '100', attributed_revenue: '100.00' }]);
  });
});

describe('SKUs that were confirmed alone', () => {
  const attributed = async () => {
    const rows = await service.query<{ attributed_revenue: string; assumed_skus: string[] }>(
      'SELECT attributed_revenue, assumed_skus FROM purchases WHERE recommendation_id = $1 ORDER BY created_at',
      [recommendation_id],
    );
    return rows.map((row) => [Number(row.attributed_revenue), row.assumed_skus]);
  };

  test('count with the prices of lines that are confirmed later, in place of the list prices', async () => {
    await confirm({ purchased_skus: ['401', '403'] });
    expect(await attributed()).toEqual([[130.09, ['401', '403']]]);
    const later = { purchased_lines: [{ sku: '401', qty: 2, unit_price: 60, order_line_id: newId() }] };
    expect(await confirm(later)).toMatchObject({ recorded: true, matched_revenue: 120 });
    await confirm(later);
    expect(await attributed()).toEqual([
      [0.1, ['403']],
      [120, []],
    ]);
  });
});

describe('a line whose id is stored for another sale is reported in conflicts', () => {
  const sold = (order_line_id: string) => ({ sku: '401', unit_price: 10, order_line_id });

  test('a line whose id is stored with another SKU matches by its own SKU and adds no revenue', async () => {
    const order_line_id = newId();
    await confirm({ purchased_lines: [sold(order_line_id)] });
    const body = { purchased_lines: [{ sku: '501', unit_price: 99, order_line_id }] };
    const answer = await confirm(body);
    expect(answer).toMatchObject({
      matched_skus: ['501'],
      converted: true,
      recorded: true,
      matched_revenue: null,
      conflicts: [{ order_line_id, reason: 'another_sku' }],
    });
    expect(await confirm(body)).toEqual({ ...answer, recorded: false });
    expect(await service.query('SELECT sku FROM purchase_lines WHERE order_line_id = $1', [order_line_id])).toEqual([
      { sku: '401' },
    ]);
  });

  test('a line whose id is stored with another SKU matches nothing if its own SKU was not offered', async () => {
    const order_line_id = newId();
    await confirm({ purchased_lines: [sold(order_line_id)] });
    expect(await confirm({ purchased_lines: [{ sku: '999', unit_price: 99, order_line_id }] })).toMatchObject({
      matched_skus: [],
      converted: false,
      matched_revenue: null,
      conflicts: [{ order_line_id, reason: 'another_sku' }],
    });
  });

  test('a line whose id is stored for another customer is reported in conflicts', async () => {
    const order_line_id = newId();
    await confirm({ purchased_lines: [sold(order_line_id)] });
    expect(await confirm({ phone: '2125550100', purchased_lines: [sold(order_line_id)] })).toMatchObject({
      matched_skus: ['401'],
      recorded: false,
      matched_revenue: null,
      conflicts: [{ order_line_id, reason: 'another_customer' }],
    });
  });

  test('a confirmation is recorded without the line whose id is stored for another recommendation', async () => {
    const order_line_id = newId();
    const first = await confirm({ purchased_lines: [sold(order_line_id)] });
    const other = await newRecommendation();
    const body = {
      recommendation_id: other,
      purchased_lines: [sold(order_line_id), { sku: '501', unit_price: 5, order_line_id: newId() }],
    };
    const answer = await confirm(body);
    expect(answer).toMatchObject({
      matched_skus: ['401', '501'],
      matched_revenue: 5,
      recorded: true,
      conflicts: [{ order_line_id, reason: 'another_recommendation' }],
    });
    expect(answer.purchase_id).not.toBe(first.purchase_id);
    expect(await confirm(body)).toEqual({ ...answer, recorded: false });
    expect(await count('purchase_lines', other)).toBe(1);
  });
});

describe('SKUs without lines', () => {
  test('SKUs that were confirmed for the recommendation are a repetition', async () => {
    const first = await confirm({ purchased_skus: ['401', '999'] });
    expect(await confirm({ purchased_skus: ['401', '999'] })).toEqual({ ...first, recorded: false });
    expect(await confirm({ purchased_skus: ['999'] })).toMatchObject({
      purchase_id: first.purchase_id,
      matched_skus: [],
      recorded: false,
    });
    expect(await count('purchases')).toBe(1);
  });

  test('SKUs with a new one among them are recorded', async () => {
    await confirm({ purchased_skus: ['401'] });
    expect(await confirm({ purchased_skus: ['401', '501'] })).toMatchObject({
      matched_skus: ['401', '501'],
      recorded: true,
    });
  });

  test('are new for another recommendation', async () => {
    await confirm({ purchased_skus: ['401'] });
    const other = await newRecommendation();
    expect((await confirm({ recommendation_id: other, purchased_skus: ['401'] })).recorded).toBe(true);
  });
});

describe('concurrently', () => {
  const body = (order_line_id: string) => ({
    purchased_skus: ['501'],
    purchased_lines: [{ sku: '401', unit_price: 12.34, order_line_id }],
  });

  /** Sends this many requests, in turn through each server. */
  function everywhere<Result>(times: number, send: (client: number) => Promise<Result>): Promise<Result[]> {
    return Promise.all(Array.from({ length: times }, (_, index) => send(index % service.clients.length)));
  }

  const through = (client: number, sent: object) =>
    purchase(
      {
        post: (path, json) =>
          (service.clients[client] ?? service.clients[0]).send({
            path,
            headers: { 'x-api-key': service.key },
            body: JSON.stringify(json),
          }),
      },
      { recommendation_id, ...sent },
    );

  test('equal confirmations give one that is recorded, and all get the same answer', async () => {
    const sent = body(newId());
    const answers = await everywhere(20, (client) => through(client, sent));
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, recorded: true }))).size).toBe(1);
    expect([await count('purchases'), await count('purchase_lines')]).toEqual([1, 1]);
  });

  test('equal SKUs without lines give one that is recorded', async () => {
    const answers = await everywhere(20, (client) => through(client, { purchased_skus: ['401', '502'] }));
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    expect(await count('purchases')).toBe(1);
  });

  test('the same line under many recommendations is stored under one of them', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, newRecommendation));
    const order_line_id = newId();
    const answers = await Promise.all(
      ids.map((id, index) => through(index % 2, { ...body(order_line_id), purchased_skus: [], recommendation_id: id })),
    );
    expect(answers.filter(({ matched_revenue }) => matched_revenue === 12.34)).toHaveLength(1);
    const conflicts = answers.flatMap((answer) => answer.conflicts ?? []);
    expect(conflicts).toEqual(Array(9).fill({ order_line_id, reason: 'another_recommendation' }));
    const lines = await service.query('SELECT FROM purchase_lines WHERE order_line_id = $1', [order_line_id]);
    expect(lines).toHaveLength(1);
  });

  test('overlapping confirmations in opposite orders store every line once, and their revenues add up', async () => {
    const lines = Array.from({ length: 12 }, () => ({ sku: '401', unit_price: 1, order_line_id: newId() }));
    const ids = await Promise.all(Array.from({ length: 8 }, newRecommendation));
    const answers = await Promise.all(
      ids.map((id, index) => {
        const part = lines.slice(index % 4, 9 + (index % 4));
        const purchased_lines = index % 2 === 0 ? part : part.toReversed();
        return through(index % 2, { recommendation_id: id, purchased_lines });
      }),
    );
    expect(answers.reduce((sum, { matched_revenue }) => sum + Number(matched_revenue), 0)).toBe(12);
    const stored = await service.query('SELECT FROM purchase_lines WHERE recommendation_id = ANY ($1::uuid[])', [ids]);
    expect(stored).toHaveLength(12);
  });
});

describe('concurrently through two instances', () => {
  const each = <Result>(send: (client: number) => Promise<Result>) => Promise.all([send(0), send(1), send(0), send(1)]);
  const post = (client: number, sent: object) =>
    purchase(
      {
        post: (path, json) =>
          (service.clients[client] ?? service.clients[0]).send({
            path,
            headers: { 'x-api-key': service.key },
            body: JSON.stringify(json),
          }),
      },
      { recommendation_id, ...sent },
    );

  test('a line is completed with one of several prices, and all answers agree', async () => {
    const order_line_id = newId();
    await confirm({ purchased_lines: [{ sku: '401', order_line_id }] });
    const prices = [10, 20, 30, 40];
    const answers = await Promise.all(
      prices.map((unit_price, index) =>
        post(index % 2, { purchased_lines: [{ sku: '401', unit_price, order_line_id }] }),
      ),
    );
    expect(answers.filter(({ recorded }) => recorded)).toHaveLength(1);
    const revenue = answers[0]?.matched_revenue;
    expect(prices).toContain(revenue);
    expect(answers.map(({ matched_revenue }) => matched_revenue)).toEqual(Array(4).fill(revenue));
    expect(await revenues()).toEqual([String(revenue)]);
  });

  test('an id with two SKUs is stored with one of them, and the other is reported as a conflict', async () => {
    const order_line_id = newId();
    const answers = await each((client) =>
      post(client, { purchased_lines: [{ sku: client === 0 ? '401' : '501', unit_price: 5, order_line_id }] }),
    );
    expect(answers.map(({ matched_skus }) => matched_skus)).toEqual([['401'], ['501'], ['401'], ['501']]);
    const [stored] = await service.query<{ sku: string }>('SELECT sku FROM purchase_lines WHERE order_line_id = $1', [
      order_line_id,
    ]);
    const named = answers.filter(({ conflicts = [] }) => conflicts.length > 0);
    expect(named.map(({ matched_skus }) => matched_skus)).toEqual(
      Array(2).fill([stored?.sku === '401' ? '501' : '401']),
    );
    expect(answers.filter(({ matched_revenue }) => matched_revenue === 5)).toHaveLength(2);
  });
});

test('10,000 lines are recorded in one request', async () => {
  const purchased_lines = Array.from({ length: 10_000 }, () => ({ sku: '401', qty: 1, unit_price: 0.01 }));
  expect((await confirm({ purchased_lines })).matched_revenue).toBe(100);
  expect(await count('purchase_lines')).toBe(10_000);
});
