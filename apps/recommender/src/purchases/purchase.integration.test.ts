import { randomUUID } from 'node:crypto';
import { aPhone, purchase, recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addBrand } from '../../test/support/shop.ts';

interface LineRow {
  sku: string;
  qty: string;
  unit_price: string | null;
  discount_amt: string | null;
  order_line_id: string | null;
  matched: boolean;
}

let service: ServiceUnderTest;
/** It offers every unsized product in stock: 401, 402, 403, 501, 502, 503, 601 and 602. */
let recommendation_id: string;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  ({ recommendation_id } = await recommend(service, { num_items: 10, customer_order_history: [] }));
});
afterAll(() => service.close());

const confirm = (body: Record<string, unknown>) => purchase(service, { recommendation_id, ...body });

async function purchasesOnFile() {
  return service.query<Record<string, unknown>>(
    `SELECT id, phone, purchased_skus, matched_skus, converted, matched_revenue, attributed_revenue
       FROM purchases WHERE recommendation_id = $1 ORDER BY created_at`,
    [recommendation_id],
  );
}

function linesOnFile(purchaseId: string): Promise<LineRow[]> {
  return service.query<LineRow>(
    `SELECT sku, qty, unit_price, discount_amt, order_line_id, matched FROM purchase_lines
      WHERE purchase_id = $1 ORDER BY sku, order_line_id`,
    [purchaseId],
  );
}

describe('the answer', () => {
  test('has the fields of the specification, and echoes the id as sent', async () => {
    const upper = recommendation_id.toUpperCase();
    const answer = await confirm({ recommendation_id: upper, purchased_skus: ['401'] });
    expect(answer).toEqual({
      purchase_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      recommendation_id: upper,
      matched_skus: ['401'],
      converted: true,
      recorded: true,
      matched_revenue: null,
      conflicts: [],
    });
  });
});

describe('SKUs without lines', () => {
  test('match offered SKUs, each once, in order of first mention; revenue is null', async () => {
    const answer = await confirm({ purchased_skus: ['501', '999', '401', '501', '101'] });
    expect(answer).toMatchObject({ matched_skus: ['501', '401'], converted: true, matched_revenue: null });
  });

  test('match with surrounding white space, alone and as lines', async () => {
    const answer = await confirm({ purchased_skus: [' 401'], purchased_lines: [{ sku: '403\n', unit_price: 2 }] });
    expect(answer).toMatchObject({ matched_skus: ['401', '403'], matched_revenue: 2 });
  });

  test('are attributed one unit at the list price of the offer', async () => {
    await confirm({ purchased_skus: ['401', '403', '999'] });
    expect(await purchasesOnFile()).toMatchObject([{ attributed_revenue: '130.09', matched_revenue: null }]);
  });

  test('behave the same with lines that add no information', async () => {
    const alone = await confirm({ purchased_skus: ['401'] });
    const other = await recommend(service, { num_items: 10, customer_order_history: [] });
    const together = await purchase(service, {
      recommendation_id: other.recommendation_id,
      purchased_skus: ['401'],
      purchased_lines: [{ sku: '999' }],
    });
    expect({ ...together, purchase_id: '', recommendation_id: '' }).toEqual({
      ...alone,
      purchase_id: '',
      recommendation_id: '',
    });
  });
});

describe('lines', () => {
  test('are merged with the SKUs', async () => {
    const answer = await confirm({ purchased_skus: ['501', '401'], purchased_lines: [{ sku: '601' }, { sku: '401' }] });
    expect(answer.matched_skus).toEqual(['501', '401', '601']);
    expect(await purchasesOnFile()).toMatchObject([{ purchased_skus: ['501', '401', '601'] }]);
  });

  test('lines of products that were not offered are stored and never convert', async () => {
    const answer = await confirm({ purchased_lines: [{ sku: '101', qty: 2, unit_price: 150 }, { sku: 'x' }] });
    expect(answer).toMatchObject({ matched_skus: [], converted: false, recorded: true, matched_revenue: null });
    expect(await linesOnFile(answer.purchase_id)).toMatchObject([
      { sku: '101', qty: '2', unit_price: '150', matched: false },
      { sku: 'x', qty: '1', unit_price: null, matched: false },
    ]);
  });

  test('are stored with the figures that were sent', async () => {
    const answer = await confirm({
      purchased_lines: [
        { sku: '401', qty: 1.5, unit_price: 19.99, discount_amt: 0.1, order_line_id: `row ${recommendation_id}` },
        { sku: '402', qty: null, unit_price: null, discount_amt: null, order_line_id: null },
      ],
    });
    expect(await linesOnFile(answer.purchase_id)).toEqual([
      {
        sku: '401',
        qty: '1.5',
        unit_price: '19.99',
        discount_amt: '0.1',
        order_line_id: `row ${recommendation_id}`,
        matched: true,
      },
      { sku: '402', qty: '1', unit_price: null, discount_amt: null, order_line_id: null, matched: true },
    ]);
  });
});

describe('matched_revenue', () => {
  test.each([
    ['quantity times price less the discount', [{ sku: '401', qty: 3, unit_price: 10, discount_amt: 4 }], 26],
    ['one unit without a quantity', [{ sku: '401', unit_price: 10.5 }], 10.5],
    ['the discount once, not per unit', [{ sku: '401', qty: 10, unit_price: 1, discount_amt: 1 }], 9],
    [
      'exact where doubles are not',
      [
        { sku: '401', unit_price: 0.1 },
        { sku: '402', unit_price: 0.2 },
      ],
      0.3,
    ],
    ['exact over many cents', Array(100).fill({ sku: '401', qty: 3, unit_price: 1.1 }), 330],
    [
      'of lines with a price only',
      [
        { sku: '401', unit_price: 5 },
        { sku: '402', qty: 7 },
      ],
      5,
    ],
    [
      'without what was not offered',
      [
        { sku: '401', unit_price: 5 },
        { sku: '999', unit_price: 500 },
      ],
      5,
    ],
    ['zero for a product given away', [{ sku: '401', unit_price: 0 }], 0],
    ['zero for a price that the discount takes whole', [{ sku: '401', unit_price: 5, discount_amt: 5 }], 0],
    ['negative for a discount above the price', [{ sku: '401', unit_price: 5, discount_amt: 7.25 }], -2.25],
    ['null for a discount without a price', [{ sku: '401', discount_amt: 5 }], null],
    ['null for a quantity without a price', [{ sku: '401', qty: 5 }], null],
    ['null when nothing matched', [{ sku: '999', unit_price: 5 }], null],
    ['null for lines with a SKU alone', [{ sku: '401' }], null],
    ['zero in a double for what is next to nothing', [{ sku: '401', qty: 5e-324, unit_price: 5e-324 }], 0],
    ['of the greatest figures', [{ sku: '401', qty: 1e9, unit_price: 1e9 }], 1e18],
  ])('is %s', async (_what, purchased_lines, matched_revenue) => {
    expect((await confirm({ purchased_lines })).matched_revenue).toBe(matched_revenue);
  });

  test('is stored exactly, to the last digit', async () => {
    await confirm({ purchased_lines: [{ sku: '401', qty: 1e9, unit_price: 1e9, discount_amt: 0.01 }] });
    expect(await purchasesOnFile()).toMatchObject([{ matched_revenue: '999999999999999999.99' }]);
  });

  test('counts SKUs without a line and lines without a price at list price, for attribution only', async () => {
    const answer = await confirm({
      purchased_skus: ['501', '401'],
      purchased_lines: [
        { sku: '401', qty: 2, unit_price: 100 },
        { sku: '503', qty: 3 },
      ],
    });
    expect(answer.matched_revenue).toBe(200);
    expect(await purchasesOnFile()).toMatchObject([{ matched_revenue: '200', attributed_revenue: '239.6' }]);
  });
});

describe('a confirmation without purchases', () => {
  test.each([
    ['no list', {}],
    ['empty lists', { purchased_skus: [], purchased_lines: [] }],
    ['null', { purchased_skus: null, purchased_lines: null }],
  ])('a confirmation with %s is recorded and converts nothing', async (_what, body) => {
    expect(await confirm(body)).toMatchObject({
      matched_skus: [],
      converted: false,
      recorded: true,
      matched_revenue: null,
    });
  });

  test('is recorded each time', async () => {
    const [one, other] = [await confirm({}), await confirm({})];
    expect([one.recorded, other.recorded]).toEqual([true, true]);
    expect(await purchasesOnFile()).toHaveLength(2);
  });
});

describe('the phone number', () => {
  test('is normalised, and may be another one or none', async () => {
    await confirm({ phone: '+1 (212) 555-0100' });
    await confirm({ phone: '0000000000' });
    expect((await purchasesOnFile()).map(({ phone }) => phone)).toEqual(['2125550100', '0000000000']);
  });
});

describe('an unknown recommendation is 404', () => {
  test.each([
    ['a UUID of nothing', randomUUID()],
    ['no UUID', 'nothing'],
    ['empty', ''],
    ['a UUID in braces', `{${randomUUID()}}`],
    ['with white space', ` ${randomUUID()}`],
    ['a NUL', '\u0000'],
    ['a lone surrogate', '\ud800'],
    ['an injection', `' OR true --`],
    ['very long', 'x'.repeat(900_000)],
  ])('an unknown recommendation id is 404: %s', async (_what, id) => {
    const answer = await service.post('/purchase', { phone: aPhone, recommendation_id: id, purchased_skus: ['401'] });
    expect(answer).toMatchObject({ status: 404, text: '{"detail":"There is no such recommendation."}' });
  });

  test('the recommendation of another brand is 404', async () => {
    const other = await addBrand(service.query);
    await service.query('UPDATE recommendations SET brand_id = $2 WHERE id = $1', [recommendation_id, other.id]);
    const answer = await service.post('/purchase', { phone: aPhone, recommendation_id });
    expect(answer).toMatchObject({ status: 404, text: '{"detail":"There is no such recommendation."}' });
  });

  test('a purchase under an unknown recommendation is not stored', async () => {
    const id = randomUUID();
    await service.post('/purchase', { phone: aPhone, recommendation_id: id, purchased_lines: [{ sku: '401' }] });
    expect(await service.query('SELECT FROM purchases WHERE recommendation_id = $1', [id])).toEqual([]);
    expect(await service.query('SELECT FROM purchase_lines WHERE recommendation_id = $1', [id])).toEqual([]);
  });
});

describe('prices of the offer', () => {
  test('are those at the time of the offer, not the current ones', async () => {
    const cheap = await recommend(service, { num_items: 10, customer_order_history: [] });
    await service.query(`UPDATE catalog_items SET web_price = 1000 WHERE sku = '401'`);
    await purchase(service, { recommendation_id: cheap.recommendation_id, purchased_skus: ['401'] });
    const [row] = await service.query('SELECT attributed_revenue FROM purchases WHERE recommendation_id = $1', [
      cheap.recommendation_id,
    ]);
    await service.query(`UPDATE catalog_items SET web_price = 129.99 WHERE sku = '401'`);
    expect(row).toEqual({ attributed_revenue: '129.99' });
  });
});
