import { aPhone, recommend } from '../../test/support/answers.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addCustomer } from '../../test/support/shop.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';

interface Row {
  brand_id: string;
  phone: string;
  source: string;
  num_items: number;
  check_stock: boolean;
  anchors: string[];
  history: unknown;
  history_size: number;
  customer_found: boolean | null;
  fallback: boolean;
  feature_schema_hash: string;
  artifact_version: string;
  catalog_version: string;
  offered_skus: string[];
  offers: unknown[];
  offer_features: Buffer;
}

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({
    prepare: async (query) => {
      await query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
      );
    },
  });
});
afterAll(() => service.close());

async function rowOf(id: string): Promise<Row> {
  const [row] = await service.query<Row>('SELECT * FROM recommendations WHERE id = $1', [id]);
  if (row === undefined) throw new Error('the recommendation is not on file');
  return row;
}

test('an answer is stored with the request, the input of its features and its offers', async () => {
  const answer = await recommend(service, {
    phone: '+1-415-555-0134',
    num_items: 3,
    check_stock: false,
    purchased_skus: ['999', '401', '401'],
    customer_order_history: [
      { sku: '501', order_date: '2026-01-02T10:00:00Z', extra: 1 },
      { product_title: 'Gold Band', order_date: null },
      {},
    ],
    source: 'desk',
  });
  const row = await rowOf(answer.recommendation_id);
  expect(row).toMatchObject({
    brand_id: service.brand.id,
    phone: aPhone,
    source: 'desk',
    num_items: 3,
    check_stock: false,
    anchors: ['401'],
    history: [{ sku: '501', order_date: '2026-01-02' }, { product_title: 'Gold Band' }, {}],
    history_size: 2,
    customer_found: null,
    fallback: false,
    feature_schema_hash: answer.feature_schema_hash,
    artifact_version: answer.artifact_version,
    catalog_version: answer.catalog_version,
    offered_skus: answer.recommendations.map(({ sku }) => sku),
  });
  expect(row.offers).toEqual(
    answer.recommendations.map(({ web_price, rerank_score, purchase_probability, reasons, on_hand }) => ({
      web_price,
      rerank_score,
      purchase_probability,
      reasons,
      ...(on_hand !== undefined && { on_hand }),
    })),
  );
  // One row of little-endian floats per offer.
  expect(row.offer_features).toHaveLength(3 * featureNames.length * 4);
  const floats = Array.from({ length: row.offer_features.length / 4 }, (_, place) =>
    row.offer_features.readFloatLE(4 * place),
  );
  expect(floats.filter((value) => !Number.isFinite(value) || Math.abs(value) > 1e6)).toEqual([]);
  expect(new Set(floats).size).toBeGreaterThan(3);
});

test('an answer without offers is stored too', async () => {
  const answer = await recommend(service, {
    purchased_skus: ['401', '402', '403', '501', '502', '503', '601', '602'],
    customer_order_history: [],
  });
  expect(await rowOf(answer.recommendation_id)).toMatchObject({
    offered_skus: [],
    offers: [],
    offer_features: Buffer.alloc(0),
    history: [],
  });
});

test('of a long history the first lines are stored, and no request stores much more than 64 KB', async () => {
  const line = { sku: '501', product_title: 'x'.repeat(900), order_date: '2026-01-02' };
  const answer = await recommend(service, {
    customer_order_history: Array(1_000).fill(line),
    source: 'x'.repeat(10_000),
  });
  expect(answer.history_size).toBe(1_000);
  const { history } = await rowOf(answer.recommendation_id);
  expect(history).toHaveLength(66);
  const [size] = await service.query<{ bytes: number }>(
    'SELECT octet_length(r::text) AS bytes FROM recommendations r WHERE id = $1',
    [answer.recommendation_id],
  );
  expect(size?.bytes).toBeLessThan(90_000);
});

test('a history that was looked up is not stored with the recommendation', async () => {
  const phone = '4155550123';
  await addCustomer(service.query, service.brand, { phone, lines: [{ sku: '501', date: '2026-01-02' }] });
  const { recommendation_id, history_size } = await recommend(service, { phone });
  expect(history_size).toBe(1);
  expect((await rowOf(recommendation_id)).history).toBeNull();
});

test('the source is IVR when none is sent', async () => {
  expect((await rowOf((await recommend(service)).recommendation_id)).source).toBe('IVR');
  expect((await rowOf((await recommend(service, { source: null })).recommendation_id)).source).toBe('IVR');
});

test.each([
  ['empty', '', ''],
  ['with white space', ' \t\n', ' \t\n'],
  ['an injection', `'); DROP TABLE recommendations; --`, `'); DROP TABLE recommendations; --`],
  ['beyond the basic plane', '📞', '📞'],
  ['with a NUL', 'a\u0000b', 'a\ufffdb'],
  ['with a lone surrogate', '\ud800', '\ufffd'],
  ['long', 'x'.repeat(100_000), 'x'.repeat(1_000)],
])('a source that is %s is stored, up to 1,000 characters', async (_what, source, stored) => {
  expect((await rowOf((await recommend(service, { source })).recommendation_id)).source).toBe(stored);
});

test('NULs, lone surrogates and quotes in histories and anchors cause no error', async () => {
  const text = `\u0000\ud800"\\'{}`;
  const answer = await recommend(service, {
    purchased_skus: [text],
    customer_order_history: [{ sku: text, product_title: text }],
  });
  expect(await rowOf(answer.recommendation_id)).toMatchObject({
    history: [{ sku: `\ufffd\ufffd"\\'{}`, product_title: `\ufffd\ufffd"\\'{}` }],
    anchors: [],
    history_size: 1,
  });
});

test('many concurrent answers are all stored, each with its own data', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      recommend(service, { source: `crowd-${index}`, num_items: 1 + (index % 5) }),
    ),
  );
  const rows = await Promise.all(answers.map(({ recommendation_id }) => rowOf(recommendation_id)));
  expect(rows.map(({ source, offered_skus }) => [source, offered_skus.length])).toEqual(
    answers.map((_, index) => [`crowd-${index}`, 1 + (index % 5)]),
  );
});

describe('durability', () => {
  beforeAll(async () => {
    await service.query('CREATE TABLE commits (tag text, synchronous text NOT NULL)');
    await service.query(`
      CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO commits VALUES (TG_TABLE_NAME, current_setting('synchronous_commit')); RETURN NULL; END $$`);
    for (const table of ['recommendations', 'purchases']) {
      await service.query(
        `CREATE TRIGGER note AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION note_commit()`,
      );
    }
  });

  test('recommendations and purchases are committed to disk before they are answered', async () => {
    const { recommendation_id } = await recommend(service);
    await service.post('/purchase', { phone: aPhone, recommendation_id });
    expect(await service.query('SELECT DISTINCT tag, synchronous FROM commits ORDER BY tag')).toEqual([
      { tag: 'purchases', synchronous: 'on' },
      { tag: 'recommendations', synchronous: 'on' },
    ]);
  });
});

test('without its table a request is 500 with only a request id, and the next one succeeds', async () => {
  await service.query('ALTER TABLE recommendations RENAME TO away');
  const failed = await service.post('/recommend', { phone: aPhone, source: 's-secret' });
  await service.query('ALTER TABLE away RENAME TO recommendations');
  expect(failed.status).toBe(500);
  expect(failed.json).toEqual({ detail: 'internal error', request_id: failed.headers['x-request-id'] });
  await recommend(service);
  expect(service.logged()).not.toMatch(/s-secret|5550134/);
});
