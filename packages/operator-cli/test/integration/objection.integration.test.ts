import { createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
let brand: string;

beforeAll(async () => {
  bench = await createImportBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  brand = await bench.addBrand();
});

const objection = (...args: string[]) => bench.json('customer', 'objection', ...args, '--brand', brand);
const list = () => objection('list');
const hashes = () => bench.readRows(brand, 'SELECT subject_hmac FROM objections WHERE brand_id = $1 ORDER BY id');
const addCustomer = (code: string | null, phone: string) =>
  bench.database.query(
    `INSERT INTO customers (id, brand_id, customer_id, phone_number)
     SELECT gen_random_uuid(), id, $2, $3 FROM brands WHERE slug = $1`,
    [brand, code, phone],
  );

it('a number without a customer and a customer object, each once, and take it back', async () => {
  expect(await objection('set', '--phone', '(415) 555-2671')).toEqual({
    brand,
    phone: '+14155552671',
    customer_id: null,
    objects: true,
    changed: true,
  });
  expect(await objection('set', '--phone', '+14155552671')).toMatchObject({ objects: true, changed: false });
  expect(await objection('set', '--customer-id', '\u200b0042\u00a0')).toMatchObject({
    customer_id: '0042',
    changed: true,
  });
  const since = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(await list()).toEqual([
    { phone: '+14155552671', customer_id: null, since },
    { phone: null, customer_id: '0042', since },
  ]);
  const [one, other] = (await hashes()) as { subject_hmac: string }[];
  expect(one?.subject_hmac).toMatch(/^[0-9a-f]{64}$/);
  expect(other?.subject_hmac).not.toBe(one?.subject_hmac);
  expect(await objection('clear', '--phone', '4155552671')).toMatchObject({ objects: false, changed: true });
  expect(await objection('clear', '--customer-id', '0042', '--dry-run')).toMatchObject({ dry_run: true });
  expect(await list()).toEqual([{ phone: null, customer_id: '0042', since }]);
  expect(await objection('clear', '--customer-id', '0042')).toMatchObject({ changed: true });
  expect(await list()).toEqual([]);
});

it('the number of a customer takes their objection back, and other customers keep theirs', async () => {
  await addCustomer('a', '+14155552671');
  await addCustomer('b', '+14155552671');
  for (const code of ['a', 'b']) await objection('set', '--customer-id', code);
  await objection('clear', '--customer-id', 'a');
  expect(await list()).toMatchObject([{ customer_id: 'b' }]);
  await objection('clear', '--phone', '+14155552671');
  expect(await list()).toEqual([]);
});

it.each([
  [['--phone', '12'], 'no telephone number'],
  [['--phone', '0000000000'], 'no telephone number'],
  [[], 'give --phone or --customer-id'],
])('%j names nobody', async (args, problem) => {
  const { code, stderr } = await bench.run('customer', 'objection', 'set', '--brand', brand, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
});

it('an import of orders records who objects, and takes nothing back', async () => {
  const imported = await bench.importLines(
    'orders',
    brand,
    'objects.csv',
    'phone,sku,order_date,customer_id,objects',
    '2015550101,1,2026-01-01,,yes',
    '2015550101,2,2026-01-01,,TRUE',
    '2015550102,1,2026-01-01,K7,1',
    '2015550103,1,2026-01-01,,no',
    '2015550104,1,2026-01-01,,',
    '2015550105,1,2026-01-01,,perhaps',
  );
  expect(imported).toMatchObject({
    inserted: 5,
    rejected: 1,
    errors: [{ line: 7, reason: 'objects must be yes or no' }],
  });
  const objecting = [
    { phone: '+12015550101', customer_id: null },
    { phone: null, customer_id: 'K7' },
  ];
  expect(await list()).toMatchObject(expect.arrayContaining(objecting.map((one) => expect.objectContaining(one))));
  expect(await list()).toHaveLength(2);
  await bench.importLines('orders', brand, 'no.csv', 'phone,sku,order_date,objects', '2015550101,3,2026-01-02,no');
  expect(await list()).toHaveLength(2);
});

it('an erasure leaves the hashes of the number and the code, and the objection can still be taken back', async () => {
  await addCustomer('gone', '+14155552671');
  await objection('set', '--customer-id', 'gone');
  await bench.json('customer', 'erase', '--brand', brand, '--phone', '+14155552671');
  const since = expect.anything();
  expect(await list()).toEqual([
    { phone: null, customer_id: null, since },
    { phone: null, customer_id: null, since },
  ]);
  expect(JSON.stringify(await bench.readRows(brand, 'SELECT * FROM objections WHERE brand_id = $1'))).not.toMatch(
    /gone|4155552671/,
  );
  expect(await objection('set', '--phone', '+14155552671', '--dry-run')).toMatchObject({ objects: true });
  await objection('clear', '--phone', '+14155552671');
  expect(await list()).toHaveLength(1);
  await objection('clear', '--customer-id', 'gone');
  expect(await list()).toEqual([]);
});

it('an erasure of somebody who has not objected stores nothing', async () => {
  await addCustomer('calm', '+14155552671');
  await bench.json('customer', 'erase', '--brand', brand, '--customer-id', 'calm');
  expect(await list()).toEqual([]);
});

it('the days of a brand are set and shown', async () => {
  expect(await bench.json('brand', 'show', '--brand', brand)).toMatchObject({ just_bought_days: 3, rest_days: 30 });
  const days = ['--just-bought-days', '0', '--rest-days', '14'];
  expect(await bench.json('brand', 'set', '--brand', brand, ...days)).toMatchObject({
    just_bought_days: 0,
    rest_days: 14,
  });
  expect((await bench.run('brand', 'set', '--brand', brand, '--rest-days', '-1')).code).toBe(2);
  expect((await bench.run('brand', 'set', '--brand', brand, '--just-bought-days', '366')).code).toBe(2);
});
