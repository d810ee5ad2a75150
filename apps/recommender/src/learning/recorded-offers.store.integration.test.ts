import { randomUUID } from 'node:crypto';
import { type Pool, type Query, queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool, type TestDatabase } from '@callside/database/testing';
import { setObjections } from '@callside/shop-data';
import { addBrand, type TestBrand } from '../../test/support/shop.ts';
import { readRecordedOffers } from './recorded-offers.store.ts';

let database: TestDatabase;
let pool: Pool;
let query: Query;
let brand: TestBrand;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createTestPool(database.url, 1);
  query = queryThrough(pool);
});
beforeEach(async () => {
  brand = await addBrand(query);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const schema = { hash: 'hash of today', names: ['price', 'buyers'], sizedArticleTypes: [] };
const read = (brandId = brand.id) => readRecordedOffers(query, { brandId, featureSchema: schema });
const phone = '4155550134';

interface Recommended {
  skus: string[];
  features?: number[];
  hash?: string;
  day?: number;
  customer?: { phone?: string; id?: string };
  fallback?: boolean;
}

/** Offers with two features each: n and n + 0.5 for the offer of rank n by default. */
async function recommend({
  skus,
  features,
  hash = schema.hash,
  day = 1,
  customer = {},
  fallback = false,
}: Recommended): Promise<string> {
  const id = randomUUID();
  const floats = Float32Array.from(features ?? skus.flatMap((_, place) => [place + 1, place + 1.5]));
  await query(
    `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
       feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features, created_at, customer_id)
     VALUES ($1, $2, $8, 'IVR', $3, true, '{}', 0, $9, $4, 'a', 'c', $5, '[]', $6, $7, $10)`,
    [
      ...[id, brand.id, skus.length, hash, skus, Buffer.from(floats.buffer), new Date(Date.UTC(2026, 0, day))],
      ...[customer.phone ?? phone, fallback, customer.id ?? null],
    ],
  );
  return id;
}

async function confirm(recommendationId: string, ...matched: string[]): Promise<void> {
  await query(
    `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
       attributed_revenue)
     VALUES ($1, $2, $3, '4155550134', $4, $4, $5, 0)`,
    [randomUUID(), brand.id, recommendationId, matched, matched.length > 0],
  );
}

/** The lines of a confirmation. */
async function confirmLines(recommendationId: string, sku: string, lines: readonly ('kept' | 'returned')[]) {
  await confirm(recommendationId, sku);
  await query(
    `INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, matched, returned_at)
     SELECT id, brand_id, recommendation_id, $2, 1, true, CASE line WHEN 'returned' THEN now() END
     FROM purchases CROSS JOIN unnest($3::text[]) AS line WHERE recommendation_id = $1`,
    [recommendationId, sku, lines],
  );
}

async function decline(recommendationId: string, sku: string): Promise<void> {
  const [call] = await query<{ id: string; user_id: string }>(
    `WITH rep AS (
       INSERT INTO users (id, brand_id, email, name)
       VALUES (gen_random_uuid(), $1, gen_random_uuid() || '@example.com', 'Rep') RETURNING id
     )
     INSERT INTO calls (id, brand_id, user_id, reference, agent_email, phone_number, started_at)
     SELECT gen_random_uuid(), $1, id, gen_random_uuid(), 'rep@example.com', '+14155550134', now() FROM rep
     RETURNING id, user_id`,
    [brand.id],
  );
  await query(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, outcome_id)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, 'declined', gen_random_uuid())`,
    [brand.id, call?.id, call?.user_id, recommendationId, sku],
  );
}

test('offers that led to a purchase are read with their features and what was bought', async () => {
  await confirm(await recommend({ skus: ['11', '12', '13'] }), '13', '11');
  expect(await read()).toEqual([
    {
      customer: phone,
      features: Float32Array.of(1, 1.5, 2, 2.5, 3, 3.5),
      bought: [true, false, true],
      outcomes: 2,
    },
  ]);
});

const heardIn = async () => (await read()).map(({ bought, outcomes }) => ({ bought, outcomes }));

test('offers after the last one with an outcome are left out: it is unknown whether the customer heard them', async () => {
  await confirm(await recommend({ skus: ['11', '12', '13', '14'] }), '12');
  expect(await heardIn()).toEqual([{ bought: [false, true], outcomes: 1 }]);
});

test('the first offer counts alone when it is bought: without it, later offers would look better than they are', async () => {
  await confirm(await recommend({ skus: ['11', '12'] }), '11');
  expect(await heardIn()).toEqual([{ bought: [true], outcomes: 1 }]);
});

test('several purchases of one recommendation are merged', async () => {
  const id = await recommend({ skus: ['11', '12', '13'] });
  await confirm(id, '12');
  await confirm(id, '12', '13');
  await confirm(id);
  expect(await heardIn()).toEqual([{ bought: [false, true, true], outcomes: 2 }]);
});

test('offers that were declined count as heard and not bought, also without any purchase', async () => {
  const id = await recommend({ skus: ['11', '12', '13'] });
  await decline(id, '12');
  expect(await heardIn()).toEqual([{ bought: [false, false], outcomes: 1 }]);
  await confirm(id, '12');
  expect(await heardIn()).toEqual([{ bought: [false, true], outcomes: 1 }]);
});

test.each([
  ['with the code of the shop', { phone, id: 'C-7' }, 'C-7'],
  ['without a code', { phone }, phone],
  ['without a number', { phone: '0000000000' }, expect.stringMatching(/^[0-9a-f-]{36}$/)],
])('a customer %s is named', async (_, customer, expected) => {
  await confirm(await recommend({ skus: ['11'], customer }), '11');
  expect(await read()).toMatchObject([{ customer: expected }]);
});

test('offers of no model are left out', async () => {
  await confirm(await recommend({ skus: ['11'], fallback: true }), '11');
  expect(await read()).toEqual([]);
});

test('a recommendation without a purchase, or with a purchase of something else, is left out', async () => {
  await recommend({ skus: ['11', '12'] });
  await confirm(await recommend({ skus: ['11', '12'] }));
  expect(await read()).toEqual([]);
});

test('offers made with other features than the current ones are left out', async () => {
  await confirm(await recommend({ skus: ['11', '12'], hash: 'hash of yesterday' }), '12');
  expect(await read()).toEqual([]);
});

test('offers with too few features are left out', async () => {
  await confirm(await recommend({ skus: ['11', '12'], features: [1, 2, 3] }), '12');
  expect(await read()).toEqual([]);
});

test('the newest come first, and those of other brands are left out', async () => {
  for (const [day, sku] of [
    [2, '12'],
    [9, '13'],
    [5, '14'],
  ] as const) {
    await confirm(await recommend({ skus: ['11', sku], features: [day, 0, 0, 0], day }), sku);
  }
  const recorded = await read();
  expect(recorded.map(({ features }) => features[0])).toEqual([9, 5, 2]);
  expect(await read((await addBrand(query)).id)).toEqual([]);
});

test('an offer whose sale was returned counts as heard and not bought, unless a part of the sale was kept', async () => {
  const examples = async (lines: readonly ('kept' | 'returned')[]) => {
    brand = await addBrand(query);
    await confirmLines(await recommend({ skus: ['11', '12', '13'] }), '12', lines);
    return (await read()).map(({ bought }) => bought);
  };
  expect(await examples(['kept'])).toEqual([[false, true]]);
  expect(await examples(['returned'])).toEqual([[false, false]]);
  expect(await examples(['returned', 'kept'])).toEqual([[false, true]]);
});

test('neither a void sale nor a withdrawn decline is an answer', async () => {
  const sold = await recommend({ skus: ['1', '2'] });
  await confirmLines(sold, '2', ['kept']);
  const corrected = await recommend({ skus: ['1', '2', '3'] });
  await confirm(corrected, '3');
  await confirm(corrected, '1');
  const declined = await recommend({ skus: ['4'] });
  await decline(declined, '4');
  expect(await read()).toHaveLength(3);
  await query(
    `UPDATE purchases SET voided_at = now() WHERE recommendation_id = $1 OR (recommendation_id = $2 AND matched_skus = '{3}')`,
    [sold, corrected],
  );
  await query('UPDATE offer_outcomes SET voided_at = now() WHERE recommendation_id = $1', [declined]);
  expect((await read()).map(({ bought }) => bought)).toEqual([[true]]);
});

test('offers of a customer who objects are left out', async () => {
  await confirm(await recommend({ skus: ['1', '2'] }), '1');
  expect(await read()).toHaveLength(1);
  await setObjections(query, brand.id, [{ phoneNumber: '+14155550134', customerId: null }]);
  expect(await read()).toEqual([]);
});
