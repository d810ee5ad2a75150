import { randomUUID } from 'node:crypto';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
});
afterAll(() => bench.close());

const run = (command: string, ...args: string[]) =>
  bench.run('experiment', command, '--brand', 'acme', '--json', ...args);
const read = async (command: string, ...args: string[]) => JSON.parse((await run(command, ...args)).stdout) as unknown;
const arms = ['--arms', 'holdout:40,current:60'];

/** Calls of two callers, with an order of 100 of the second one two days later, and one of 50 that is too late. */
async function addCalls(): Promise<void> {
  const { query } = bench.database;
  const [found] = await query<{ id: string; brand: string }>('SELECT id, brand_id AS brand FROM experiments', []);
  for (const [arm, phone, caller] of [
    ['holdout', '4155550101', 'a'],
    ['current', '4155550102', 'b'],
    ['current', '4155550102', 'b'],
  ]) {
    await query(
      `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
                                    feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features,
                                    experiment_id, experiment_arm, experiment_caller, created_at)
       VALUES ($1, $2, $3, 'IVR', 3, true, '{}', 0, false, 'f', 'm', 'c', '{}', '[]', '', $4, $5, $6, '2026-03-10T12:00Z')`,
      [randomUUID(), found?.brand, phone, found?.id, arm, caller],
    );
  }
  const customer = randomUUID();
  await query('INSERT INTO customers (id, brand_id, phone_number) VALUES ($1, $2, $3)', [
    customer,
    found?.brand,
    '+14155550102',
  ]);
  for (const [day, price, returned] of [
    ['2026-03-12', 100, null],
    ['2026-03-13', 70, '2026-03-14T00:00Z'],
    ['2026-03-18', 50, null],
  ]) {
    await query(
      `INSERT INTO order_lines (brand_id, customer_id, sku, order_date, qty, unit_price, returned_at) VALUES ($1, $2, '1', $3, 1, $4, $5)`,
      [found?.brand, customer, day, price, returned],
    );
  }
}

it('starts one experiment at a time, shows what each arm earned, and stops it with the verdict on record', async () => {
  expect(await read('start', '--name', 'offers', ...arms)).toMatchObject({
    name: 'offers',
    arms: [
      { name: 'holdout', percent: 40 },
      { name: 'current', percent: 60 },
    ],
    stopped_at: null,
  });
  const second = await run('start', '--name', 'again', ...arms);
  expect([second.code, JSON.parse(second.stdout)]).toMatchObject([1, { error: { code: 'conflict' } }]);
  await addCalls();
  const shown = {
    figures: [
      { arm: 'holdout', calls: 1, callers: 1, revenue: 0 },
      { arm: 'current', calls: 2, callers: 1, revenue: 100, revenue_per_call: 50 },
    ],
    comparisons: [{ arm: 'current', against: 'holdout', verdict: 'not_shown', difference: null }],
    sample_ratio_ok: true,
    sentences: [expect.stringContaining('too few calls')],
  };
  expect(await read('show', '--name', 'offers')).toMatchObject(shown);
  expect(await read('stop', '--name', 'offers')).toMatchObject({ ...shown, stopped_at: expect.any(String) });
  const stoppedTwice = await run('stop', '--name', 'offers');
  expect([stoppedTwice.code, JSON.parse(stoppedTwice.stdout)]).toMatchObject([1, { error: { code: 'not_found' } }]);
  const reused = await run('start', '--name', 'offers', ...arms);
  expect([reused.code, JSON.parse(reused.stdout)]).toMatchObject([1, { error: { code: 'conflict' } }]);
  const changes = (await bench.readAudit()).filter(({ action }) => action.startsWith('experiment.'));
  expect(changes.map(({ action, subject, detail }) => [action, subject, detail])).toMatchObject([
    ['experiment.start', 'offers', { arms: [{ name: 'holdout' }, { name: 'current' }] }],
    ['experiment.stop', 'offers', { verdict: [expect.stringContaining('too few calls')], sample_ratio_ok: true }],
  ]);
});

interface Asked {
  at: string;
  arm?: string;
  /** Of the call. */
  call?: string;
  /** Of the customer, as the request names it. */
  code?: string;
  /** Sold on the desk, for 100. */
  sold?: boolean;
  soldAt?: string;
  /** Other figures of its line; null: the product was confirmed alone. */
  line?: { unit_price: null; discount_amt: number } | null;
}

/** Of the arm `current`, or of another: each product costs 100, and orders of the shop follow. Somebody else has the code C1. */
async function revenueOf(asked: readonly Asked[], orders: readonly { day: string; isReturned?: boolean }[]) {
  const { query } = bench.database;
  const slug = `shop-${randomUUID()}`;
  await createBrand(bench, slug);
  const [found] = await query<{ id: string }>('SELECT id FROM brands WHERE slug = $1', [slug]);
  const [brand, experiment, user, customer] = [found?.id, randomUUID(), randomUUID(), randomUUID()];
  const insert = (table: string, row: Record<string, unknown>) =>
    query(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    );
  const halves = [
    { name: 'current', percent: 50 },
    { name: 'holdout', percent: 50 },
  ];
  await insert('experiments', { id: experiment, brand_id: brand, name: 'offers', arms: JSON.stringify(halves) });
  await insert('users', { id: user, brand_id: brand, email: `${user}@acme.test`, name: 'Rep' });
  await insert('customers', { id: customer, brand_id: brand, phone_number: '+14155550102' });
  await insert('customers', { id: randomUUID(), brand_id: brand, customer_id: 'C1' });
  await insert('catalog_items', { brand_id: brand, sku: '1', title: 'One', web_price: 100, article_type: 'ring' });
  const calls = new Map<string, string>();
  for (const [sequence, { at, arm = 'current', call, code, sold, soldAt = at, line }] of asked.entries()) {
    const id = randomUUID();
    await insert('recommendations', {
      ...{ id, brand_id: brand, phone: '4155550102', source: 'desk', num_items: 3, check_stock: true, anchors: '{}' },
      ...{ history_size: 0, fallback: false, feature_schema_hash: 'f', artifact_version: 'm', catalog_version: 'c' },
      ...{ offered_skus: '{}', offers: '[]', offer_features: '', created_at: at, customer_id: code ?? null },
      ...{ experiment_id: experiment, experiment_arm: arm, experiment_caller: `caller of ${arm}` },
    });
    if (call !== undefined) {
      const callId = calls.get(call) ?? randomUUID();
      if (!calls.has(call)) {
        await insert('calls', {
          ...{ id: callId, reference: randomUUID(), brand_id: brand, user_id: user, agent_email: 'a@acme.test' },
          ...{ phone_number: '+14155550102', started_at: at },
        });
      }
      calls.set(call, callId);
      const offered = { id: randomUUID(), brand_id: brand, call_id: callId, user_id: user, sequence, status: 'ready' };
      await insert('call_offers', { ...offered, recommendation_id: id });
    }
    if (!sold) continue;
    const sale = { id: randomUUID(), brand_id: brand, recommendation_id: id, phone: '4155550102', converted: true };
    const counted = { assumed_skus: line === null ? '{1}' : '{}', attributed_revenue: 100, created_at: soldAt };
    await insert('purchases', { ...sale, purchased_skus: '{1}', matched_skus: '{1}', ...counted });
    if (line === null) continue;
    const ofSale = { purchase_id: sale.id, brand_id: brand, recommendation_id: id, sku: '1', qty: 1, matched: true };
    await insert('purchase_lines', { ...ofSale, unit_price: 100, ...line });
  }
  for (const [index, { day, isReturned = false }] of orders.entries()) {
    const row = { brand_id: brand, customer_id: customer, sku: '1', order_date: day, order_id: `${index}`, qty: 1 };
    await insert('order_lines', { ...row, unit_price: 100, returned_at: isReturned ? `${day}T23:00Z` : null });
  }
  const shown = await bench.run('experiment', 'show', '--brand', slug, '--name', 'offers', '--json');
  const { figures } = JSON.parse(shown.stdout) as { figures: { arm: string; calls: number; revenue: number }[] };
  return figures.map(({ arm, calls: of, revenue }) => [arm, of, revenue]);
}

const [morning, noon] = ['2026-03-10T17:00Z', '2026-03-10T20:00Z'];

test.each([
  ['a sale that the shop sends too', [{ at: morning, sold: true }], [{ day: '2026-03-10' }], 100],
  ['also after another call', [{ at: morning, sold: true }, { at: noon }], [{ day: '2026-03-10' }], 100],
  ['a sale whose order is returned', [{ at: morning, sold: true }], [{ day: '2026-03-11', isReturned: true }], 0],
  [
    'two sales, one of them in the shop and returned',
    [
      { at: morning, sold: true },
      { at: noon, sold: true },
    ],
    [{ day: '2026-03-10', isReturned: true }],
    100,
  ],
])('counts %s once, net of returns', async (_, asked, orders, revenue) => {
  expect(await revenueOf(asked, orders)).toEqual([
    ['current', asked.length, revenue],
    ['holdout', 0, 0],
  ]);
});

test.each([
  ['a product that was confirmed alone counts at its list price', [{ at: morning, sold: true, line: null }], [], 100],
  [
    'a line without a price counts at the list price, whatever its discount',
    [{ at: morning, sold: true, line: { unit_price: null, discount_amt: 5 } }],
    [],
    100,
  ],
  [
    'a sale of the seventh day after the call counts',
    [{ at: morning, sold: true, soldAt: '2026-03-17T20:00Z' }],
    [],
    100,
  ],
  ['a sale of the eighth day does not count', [{ at: morning, sold: true, soldAt: '2026-03-18T20:00Z' }], [], 0],
  ['another customer with the number has no part in a code', [{ at: morning, code: 'C1' }], [{ day: '2026-03-10' }], 0],
  ['a code of nobody leaves the number to tell', [{ at: morning, code: 'C2' }], [{ day: '2026-03-10' }], 100],
])('%s', async (_, asked, orders, revenue) => {
  expect(await revenueOf(asked, orders)).toEqual([
    ['current', 1, revenue],
    ['holdout', 0, 0],
  ]);
});

test('a call whose customer is found during it is of the arm of its first offers', async () => {
  const asked = [
    { at: morning, arm: 'holdout', call: 'a' },
    { at: noon, arm: 'current', call: 'a', sold: true },
  ];
  expect(await revenueOf(asked, [])).toEqual([
    ['current', 0, 0],
    ['holdout', 1, 100],
  ]);
});

it.each([
  [['--name', 'x', '--arms', 'holdout:40'], 'at least two arms'],
  [['--name', 'X!', ...arms], 'lower-case letters'],
])('refuses %j', async (args, problem) => {
  const { code, stderr } = await bench.run('experiment', 'start', '--brand', 'acme', ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
});

it('refuses a model that is not on file', async () => {
  const { code, stderr } = await bench.run(
    ...['experiment', 'start', '--brand', 'acme', '--name', 'model'],
    ...['--arms', 'current:50,model=20261121T180000-0a1b2c3d:50'],
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no model 20261121T180000-0a1b2c3d')]);
});
