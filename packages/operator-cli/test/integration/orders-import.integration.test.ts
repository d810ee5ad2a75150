import { counts, createImportBench, type ImportBench } from '../support/import-bench.ts';

let bench: ImportBench;
let brand: string;

beforeAll(async () => {
  bench = await createImportBench();
});
beforeEach(async () => {
  brand = await bench.addBrand();
});
afterAll(() => bench.close());

const importOrders = (name: string, ...lines: string[]) => bench.importLines('orders', brand, name, ...lines);
const readLines = () =>
  bench.readRows(
    brand,
    `SELECT phone_number, customers.customer_id, sku, product_title, order_date::text, qty::text, unit_price::text, order_id
     FROM order_lines JOIN customers ON customers.id = order_lines.customer_id
     WHERE order_lines.brand_id = $1 AND customers.brand_id = $1 ORDER BY order_lines.id`,
  );
const readCustomers = () =>
  bench.readRows(
    brand,
    'SELECT phone_number, customer_id, name FROM customers WHERE brand_id = $1 ORDER BY phone_number, customer_id, name',
  );
const header = 'phone,sku,order_date,product_title,qty,unit_price,order_id,customer_id,customer_name';
const short = 'phone,sku,order_date';
const customer = (phone_number: string | null, customer_id: string | null, name: string | null) => ({
  phone_number,
  customer_id,
  name,
});

describe('orders import', () => {
  it('adds lines and their customers, and changes nothing a second time', async () => {
    const rows = [
      header,
      '(415) 555-0100,1001,2024-02-29,Gold ring,2,249.50,O-1,C-1,Ann',
      '4155550100,1002,2024-03-01,,,,O-2,C-1,',
      '4155550101,1001,2024-03-01,,,,,,',
    ];
    expect(await importOrders('one.csv', ...rows)).toEqual(counts(3, 0, 0));
    expect(await importOrders('one.csv', ...rows)).toEqual(counts(0, 0, 3));
    const ann = { phone_number: '+14155550100', customer_id: 'C-1' };
    const bare = { product_title: null, qty: '1', unit_price: null };
    expect(await readLines()).toEqual([
      {
        ...ann,
        sku: '1001',
        product_title: 'Gold ring',
        order_date: '2024-02-29',
        qty: '2',
        unit_price: '249.50',
        order_id: 'O-1',
      },
      { ...ann, ...bare, sku: '1002', order_date: '2024-03-01', order_id: 'O-2' },
      {
        ...bare,
        phone_number: '+14155550101',
        customer_id: null,
        sku: '1001',
        order_date: '2024-03-01',
        order_id: null,
      },
    ]);
    expect(await readCustomers()).toEqual([
      customer('+14155550100', 'C-1', 'Ann'),
      customer('+14155550101', null, null),
    ]);
  });

  it('accepts NDJSON, with numbers as numbers and as identifiers', async () => {
    const rows = [
      '{"phone": 4155550100, "sku": 7, "order_date": "2024-01-01", "qty": 1.5, "unit_price": 0, "order_id": 12, "customer_id": 9}',
      '{"phone": "4155550100", "sku": "007", "order_date": "2024-01-01", "qty": null, "product_title": ""}',
    ];
    expect(await importOrders('one.ndjson', ...rows)).toEqual(counts(2, 0, 0));
    expect(await importOrders('one.ndjson', ...rows)).toEqual(counts(0, 0, 2));
    expect(await readLines()).toMatchObject([
      { sku: '7', qty: '1.5', unit_price: '0', order_id: '12', customer_id: '9' },
      { sku: '007', qty: '1', unit_price: null, order_id: null, customer_id: '9' },
    ]);
  });

  it('keeps quantities and prices exact', async () => {
    await importOrders(
      'exact.csv',
      'phone,sku,order_date,qty,unit_price',
      '4155550100,1,2024-01-01,0.1000000000000000000001,999999999999.990',
    );
    expect(await readLines()).toMatchObject([{ qty: '0.1000000000000000000001', unit_price: '999999999999.990' }]);
  });

  it('distinguishes lines by customer, day, SKU and order, also without an order id', async () => {
    const columns = 'phone,sku,order_date,order_id';
    const rows = [
      '4155550100,1,2024-01-01,',
      '4155550100,1,2024-01-01,A',
      '4155550100,1,2024-01-01,B',
      '4155550100,1,2024-01-02,',
      '4155550100,2,2024-01-01,',
      '4155550101,1,2024-01-01,',
    ];
    expect(await importOrders('apart.csv', columns, ...rows)).toEqual(counts(6, 0, 0));
    expect(await importOrders('apart.csv', columns, ...rows)).toEqual(counts(0, 0, 6));
  });

  it('updates quantity, price and title of a known line, and keeps values that a row leaves empty', async () => {
    const row = (more: string) => `4155550100,1,2024-01-01,${more}`;
    const columns = 'phone,sku,order_date,product_title,qty,unit_price';
    await importOrders('first.csv', columns, row('Ring,2,10'));
    expect(await importOrders('second.csv', columns, row('Gold ring,3,11.5'))).toEqual(counts(0, 1, 0));
    expect(await readLines()).toMatchObject([{ product_title: 'Gold ring', qty: '3', unit_price: '11.5' }]);
    expect(await importOrders('third.csv', columns, row(',3,'))).toEqual(counts(0, 0, 1));
    expect(await readLines()).toMatchObject([{ product_title: 'Gold ring', qty: '3', unit_price: '11.5' }]);
    expect(await importOrders('fourth.csv', columns, row('Ring,3,'), row(',3,12'))).toEqual(counts(0, 2, 0));
    expect(await readLines()).toMatchObject([{ product_title: 'Ring', qty: '3', unit_price: '12' }]);
  });

  it('counts the rows with another number than their customer has', async () => {
    const columns = 'phone,sku,order_date,customer_id';
    const rows = ['4155550100,1,2024-01-02,C1', '4155550101,2,2024-01-02,C1', '0000000000,3,2024-01-02,C1'];
    expect(await importOrders('first.csv', columns, ...rows)).toMatchObject({ inserted: 3, other_numbers: 1 });
    expect(await importOrders('again.csv', columns, ...rows)).toMatchObject({ unchanged: 3, other_numbers: 1 });
    expect(await importOrders('one.csv', columns, rows[0] ?? '')).not.toHaveProperty('other_numbers');
  });

  it('counts the lines of new and of known customers in one file, and rejects one of either alone', async () => {
    const columns = 'phone,sku,order_date,qty,unit_price';
    const tooLarge = '9999999999999';
    await importOrders('known.csv', columns, '4155550100,1,2024-01-05,1,10', '4155550100,2,2024-01-05,1,10');
    const report = await importOrders(
      'both.csv',
      columns,
      '4155550101,1,2024-01-02,1,10',
      '4155550100,1,2024-01-05,2,10',
      '4155550101,1,2024-01-02,3,10',
      '4155550100,2,2024-01-05,1,10',
      `4155550102,1,2024-01-03,${tooLarge},10`,
      '4155550100,3,2024-01-06,1,10',
      `4155550100,4,2024-01-06,${tooLarge},10`,
      '4155550101,1,2024-01-02,3,10',
    );
    expect(report).toMatchObject({ inserted: 2, updated: 2, unchanged: 2, rejected: 2 });
    expect(report.errors.map(({ line }) => line)).toEqual([6, 8]);
    const lines = (await readLines()) as { phone_number: string; sku: string; qty: string }[];
    expect(lines.map(({ phone_number, sku, qty }) => `${phone_number.slice(-3)} ${sku} ${qty}`).toSorted()).toEqual([
      '100 1 2',
      '100 2 1',
      '100 3 1',
      '101 1 3',
    ]);
  });

  it('finds the customer by id, else by the number alone, else by the number if only one has it', async () => {
    await importOrders(
      'customers.csv',
      'phone,sku,order_date,customer_id',
      '4155550100,1,2024-01-01,C-1',
      '4155550100,2,2024-01-01,',
      '4155550101,1,2024-01-01,',
      '4155550101,2,2024-01-01,C-2',
      '4155550101,3,2024-01-01,',
      '4155550102,1,2024-01-01,C-3',
      '4155550102,2,2024-01-01,C-4',
      '4155550102,3,2024-01-01,',
      '4155550199,4,2024-01-01,C-3',
    );
    const lines = (await readLines()) as { customer_id: string | null; phone_number: string }[];
    expect(lines.map(({ customer_id, phone_number }) => `${customer_id} ${phone_number.slice(-3)}`)).toEqual([
      'C-1 100',
      'C-1 100',
      'null 101',
      'C-2 101',
      'null 101',
      'C-3 102',
      'C-4 102',
      'null 102',
      'C-3 102',
    ]);
  });

  it('finds the same customers when each row is a separate file', async () => {
    const rows = ['4155550100,1,2024-01-01,C-1', '4155550100,2,2024-01-01,', '4155550100,3,2024-01-01,C-2'];
    for (const [at, row] of [...rows, '4155550100,4,2024-01-01,', '4155550100,5,2024-01-01,'].entries()) {
      expect(await importOrders(`${at}.csv`, 'phone,sku,order_date,customer_id', row)).toEqual(counts(1, 0, 0));
    }
    expect(await readLines()).toMatchObject([
      { customer_id: 'C-1' },
      { customer_id: 'C-1' },
      { customer_id: 'C-2' },
      { customer_id: null },
      { customer_id: null },
    ]);
  });

  it('adds a missing number and name, updates the name, and counts the row as an update', async () => {
    const columns = 'phone,sku,order_date,customer_id,customer_name';
    const row = (phone: string, name: string) => `${phone},1,2024-01-01,C-1,${name}`;
    expect(await importOrders('1.csv', columns, row('0000000000', ''))).toEqual(counts(1, 0, 0));
    expect(await readCustomers()).toEqual([customer(null, 'C-1', null)]);
    expect(await importOrders('2.csv', columns, row('4155550100', 'Ann'))).toEqual(counts(0, 1, 0));
    expect(await readCustomers()).toEqual([customer('+14155550100', 'C-1', 'Ann')]);
    expect(await importOrders('3.csv', columns, row('4155550199', 'Ann Doe'))).toEqual({
      ...counts(0, 1, 0),
      other_numbers: 1,
    });
    expect(await importOrders('4.csv', columns, row('4155550100', ''))).toEqual(counts(0, 0, 1));
    expect(await readCustomers()).toEqual([customer('+14155550100', 'C-1', 'Ann Doe')]);
  });

  it('treats 0000000000 as no number, which requires a customer id', async () => {
    const { inserted, errors } = await importOrders(
      'nobody.csv',
      'phone,sku,order_date,customer_id',
      '0000000000,1,2024-01-01,',
      '000-000-0000,1,2024-01-01,C-1',
      '0000000000,1,2024-01-01,C-2',
    );
    expect(inserted).toBe(2);
    expect(errors).toEqual([
      { line: 2, reason: 'phone is the placeholder for no number, and the row has no customer_id either' },
    ]);
    expect(await readCustomers()).toEqual([customer(null, 'C-1', null), customer(null, 'C-2', null)]);
  });

  it("parses numbers with the brand's own country", async () => {
    const british = await bench.addBrand('GB');
    const rows = ['020 7946 0958,1,2024-01-01', '+44 20 7946 0958,1,2024-01-01', '4155550100,1,2024-01-01'];
    // A call would read the ten digits as no number of the country.
    expect(await bench.importLines('orders', british, 'uk.csv', short, ...rows)).toMatchObject({
      inserted: 1,
      unchanged: 1,
      errors: [{ line: 4 }],
    });
    expect(await bench.readRows(british, 'SELECT phone_number FROM customers WHERE brand_id = $1 ORDER BY 1')).toEqual([
      { phone_number: '+442079460958' },
    ]);
    const { errors } = await importOrders('uk.csv', short, ...rows);
    expect(errors.map(({ line }) => line)).toEqual([2, 3]);
  });

  it('adds up the pieces of one SKU in several rows of an order, and changes nothing a second time', async () => {
    const columns = 'phone,sku,order_date,qty,unit_price,order_id';
    const rows = [
      '4155550100,A 1,2024-01-05,1,10,O-1',
      '4155550100,B,2024-01-05,2,10,O-1',
      '4155550100,A 1,2024-01-05,2.5,10,O-1',
      '4155550100,A 1,2024-01-05,4,10,O-2',
    ];
    expect(await importOrders('first.csv', columns, ...rows)).toEqual(counts(3, 1, 0));
    expect(await importOrders('again.csv', columns, ...rows)).toEqual(counts(0, 0, 4));
    expect(await readLines()).toMatchObject([
      { sku: 'A 1', qty: '3.5', order_id: 'O-1' },
      { sku: 'B', qty: '2', order_id: 'O-1' },
      { sku: 'A 1', qty: '4', order_id: 'O-2' },
    ]);
  });

  it('adds up the rows of an order where a batch would end', async () => {
    const others = Array.from({ length: 7999 }, (_, at) => `4155550101,${at},2024-01-04,1,O-${at}`);
    const rows = [...others, ...Array<string>(3).fill('4155550100,A,2024-01-05,2,P-1')];
    const columns = 'phone,sku,order_date,qty,order_id';
    await importOrders('first.csv', columns, ...rows);
    expect(await importOrders('again.csv', columns, ...rows)).toEqual(counts(0, 0, 8002));
    expect((await readLines()).at(-1)).toMatchObject({ sku: 'A', qty: '6' });
  });

  it('adds up the rows of a line that are far apart in the file, and has the same sums a second time', async () => {
    const others = (from: number) =>
      Array.from({ length: 8_500 }, (_, at) => `4155550101,${from + at},2024-01-04,1,O-${from + at}`);
    const far = ['4155550100,A,2024-01-05,2,P-1', '4155550100,A,2024-01-05,7,'];
    const last = ['4155550100,A,2024-01-05,0.5,P-1', '4155550100,A,2024-01-05,3,', '4155550100,B,2024-01-05,1,P-1'];
    const rows = [...far, ...others(0), ...far, ...others(10_000), ...last];
    const columns = 'phone,sku,order_date,qty,order_id';
    const sums = [
      { sku: 'A', qty: '4.5', order_id: 'P-1' },
      { sku: 'A', qty: '3', order_id: null },
      { sku: 'B', qty: '1', order_id: 'P-1' },
    ];
    for (const file of ['first.csv', 'again.csv']) {
      expect(await importOrders(file, columns, ...rows)).toMatchObject({ rejected: 0 });
      const lines = await readLines();
      const found = lines.filter((line) => Object(line).phone_number === '+14155550100');
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining(sums.map((sum) => expect.objectContaining(sum))));
    }
  });

  it('reads numbers with invisible characters, no-break hyphens and typographic dashes', async () => {
    const numbers = ['\u2068+1 415-555-0181\u2069', '\u202A4155550182\u202C', '+1\uFE0F-415-555-0183'];
    const typographic = ['415\u2011555\u20110184', '415\u2013555\u20130185', '415\u00A0555\u00A00186'];
    const rows = [...numbers, ...typographic].map((number) => `${number},1,2024-01-05`);
    expect(await importOrders('typed.csv', short, ...rows)).toEqual(counts(6, 0, 0));
    expect((await readLines()).map((row) => Object(row).phone_number)).toEqual(
      [1, 2, 3, 4, 5, 6].map((digit) => `+1415555018${digit}`),
    );
  });

  it('has the lines of two SKUs and orders apart that read alike', async () => {
    const columns = 'phone,sku,order_date,order_id';
    const rows = ['4155550100,A 1,2024-01-05,2', '4155550100,A,2024-01-05,1 2'];
    expect(await importOrders('alike.csv', columns, ...rows)).toEqual(counts(2, 0, 0));
  });

  it('rejects bad rows with line and reason, and imports the rest', async () => {
    const { inserted, rejected, errors } = await importOrders(
      'bad.csv',
      'phone,sku,order_date,qty,unit_price,order_id',
      '555-0100,1,2024-01-01,,,',
      `4155550100,${'x'.repeat(121)},2024-01-01,,,`,
      '4155550100,1,2023-02-29,,,',
      '4155550100,1,2024-1-1,,,',
      '4155550100,1,1899-12-31,,,',
      '4155550100,1,3000-01-01,,,',
      '4155550100,1,2024-01-01,0,,',
      '4155550100,1,2024-01-01,-1,,',
      '4155550100,1,2024-01-01,,-0.01,',
      ',1,2024-01-01,,,',
      '4155550100,1,2024-01-01T10:00:00Z,,,',
      `4155550100,1,2024-01-01,,,${'x'.repeat(201)}`,
      '4155550100,1,2999-12-31,1,0,',
    );
    const badDate = 'order_date must be a day of the calendar as YYYY-MM-DD, from 1900 to 2999';
    expect(errors).toEqual([
      { line: 2, reason: 'phone must be a phone number of ten digits, such as 4155550100' },
      { line: 3, reason: 'sku must be 1 to 120 printable characters' },
      ...[4, 5, 6, 7].map((line) => ({ line, reason: badDate })),
      { line: 8, reason: 'qty must be a number above 0, such as 7 or 7.5' },
      { line: 9, reason: 'qty must be a number above 0, such as 7 or 7.5' },
      { line: 10, reason: 'unit_price must be a number from 0 up, such as 19.99' },
      { line: 11, reason: 'phone is missing' },
      { line: 12, reason: badDate },
      { line: 13, reason: 'order_id must not be longer than 200 characters' },
    ]);
    expect({ inserted, rejected }).toEqual({ inserted: 1, rejected: 12 });
    expect(await readLines()).toMatchObject([{ order_date: '2999-12-31' }]);
  });

  it('handles two concurrent imports with the same customers', async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, at) => `${4150000000 + (at % 700)},${at},2024-01-01,${at % 2 === 0 ? `C-${at % 700}` : ''}`,
    );
    const columns = 'phone,sku,order_date,customer_id';
    const reports = await Promise.all([
      importOrders('left.csv', columns, ...rows),
      importOrders('right.csv', columns, ...rows.toReversed()),
    ]);
    expect(reports.map(({ inserted, updated, unchanged }) => inserted + updated + unchanged)).toEqual([5000, 5000]);
    expect(reports.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(5000);
    expect(await readCustomers()).toHaveLength(700);
  });

  it('keeps the customers of two brands separate', async () => {
    const other = await bench.addBrand();
    const row = '4155550100,1,2024-01-01';
    expect(await importOrders('one.csv', short, row)).toEqual(counts(1, 0, 0));
    expect(await bench.importLines('orders', other, 'one.csv', short, row)).toEqual(counts(1, 0, 0));
    expect(await readCustomers()).toHaveLength(1);
  });

  describe('of a shop at the other end of the world', () => {
    const zone = 'Pacific/Kiritimati';
    /** The shop's local day, some days from now. */
    const dayIn = async (days: number) => {
      const [row] = await bench.database.query<{ day: string }>(
        'SELECT ((now() AT TIME ZONE $1)::date + $2::int)::text AS day',
        [zone, days],
      );
      return row?.day ?? '';
    };
    const readOrders = async () =>
      await bench.readRows(brand, 'SELECT orders::int FROM data_versions WHERE brand_id = $1');

    beforeEach(async () => {
      await bench.database.query('UPDATE brands SET time_zone = $2 WHERE slug = $1', [brand, zone]);
    });

    it('notifies the services of orders of the days before today', async () => {
      await importOrders('past.csv', short, `4155550100,1,${await dayIn(0)}`, `4155550100,1,${await dayIn(-1)}`);
      expect(await readOrders()).toEqual([{ orders: 1 }]);
    });

    it('does not notify them of orders of today or later, which the statistics do not hold yet', async () => {
      const [today, tomorrow] = [await dayIn(0), await dayIn(1)];
      await importOrders('today.csv', short, `4155550100,1,${today}`, `4155550100,1,${tomorrow}`);
      // In the last 70 minutes of a day, it counts as past.
      const isLate = (await dayIn(0)) !== today || (await isNearMidnight());
      expect(await readOrders()).toEqual([{ orders: isLate ? 1 : 0 }]);
    });

    it('does not notify them of a new name of a customer', async () => {
      const named = 'phone,sku,order_date,customer_name';
      await importOrders('one.csv', named, '4155550100,1,2024-01-01,Ann');
      expect(await importOrders('two.csv', named, '4155550100,1,2024-01-01,Anna')).toEqual(counts(0, 1, 0));
      expect(await readOrders()).toEqual([{ orders: 1 }]);
    });

    async function isNearMidnight(): Promise<boolean> {
      const [row] = await bench.database.query<{ near: boolean }>(
        `SELECT (now() AT TIME ZONE $1)::time >= '22:50' AS near`,
        [zone],
      );
      return row?.near === true;
    }
  });

  it('notifies the services only of an import that wrote something', async () => {
    const readVersions = () =>
      bench.readRows(brand, 'SELECT catalogue::int, stock::int, orders::int FROM data_versions WHERE brand_id = $1');
    await importOrders('one.csv', short, '4155550100,1,2024-01-01');
    await importOrders('one.csv', short, '4155550100,1,2024-01-01');
    expect(await readVersions()).toEqual([{ catalogue: 0, stock: 0, orders: 1 }]);
    expect(await bench.readAudit()).toContainEqual(
      expect.objectContaining({
        action: 'orders.import',
        subject: 'one.csv',
        slug: brand,
        detail: { inserted: 0, updated: 0, unchanged: 1, rejected: 0 },
      }),
    );
  });
});
