import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { addBrand, addCustomer, addProducts, type TestBrand } from '../../test/support/shop.ts';
import { stump } from '../../test/support/small-models.ts';
import { bundledSizedArticleTypes, featureSchemaFor } from '../ranking/feature-schema.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import { ArtifactStore } from './artifact-store.ts';
import { createArtifact } from './create-artifact.ts';
import { type ChangeRecord, createModelOperations, explainModelProblem, type ModelOperations } from './operator.ts';

let testDatabase: TestDatabase;
let database: Database;
let directory: string;
let store: ArtifactStore;
let models: ModelOperations;
let brand: TestBrand;
const records: ChangeRecord[] = [];
const steps = new Set<string>();

const deployment = '11111111-1111-4111-8111-111111111111';
const skus = ['401', '402', '403', '501', '502', '503', '601', '602'];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({
    url: testDatabase.url,
    maxConnections: 2,
    applicationName: 'test',
    connectionTimeoutMs: 10_000,
  });
  directory = await mkdtemp(join(tmpdir(), 'models-'));
  store = new ArtifactStore(directory, deployment);
  brand = await addBrand(database.query);
  await addProducts(database.query, brand);
  // Every customer buys the same product again.
  for (const [index, sku] of skus.flatMap((sku) => [sku, sku, sku]).entries()) {
    const dates = ['2026-01-05', '2026-03-01', '2026-04-20', '2026-06-10'];
    const phone = String(2_015_550_000 + index);
    await addCustomer(database.query, brand, { phone, lines: dates.map((date) => ({ sku, date })) });
  }
  models = createModelOperations({
    transaction: database.transaction,
    artifactDirectory: directory,
    deployment,
    sizedArticleTypes: ['ring', 'bracelet', 'bangle'],
    now: () => new Date('2026-06-11T12:00:00Z'),
    onProgress: ({ step }) => steps.add(step),
    changeOnRecord: (_, change) => change(async (record) => void records.push(record)),
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(directory, { recursive: true, force: true });
});

/** A model that uses one feature only: greater values rank higher, or lower. */
async function saveModel(second: number, liking: 1 | -1): Promise<string> {
  const feature = featureNames.indexOf('own_times');
  const artifact = createArtifact(
    { featureCount: featureNames.length, baseScore: 0, trees: [stump(0, liking, feature)] },
    {
      featureNames,
      featureSchemaHash: featureSchemaFor(bundledSizedArticleTypes).hash,
      objective: 'logistic',
      seed: 1,
      brand: brand.slug,
      catalogVersion: '0',
      trainedAt: new Date(`2026-06-11T12:00:0${second}Z`),
      sampleFeatures: new Float32Array(featureNames.length),
      importance: {},
    },
  );
  await store.save(brand.slug, artifact);
  return artifact.manifest.artifact_version;
}

const problemOf = (work: Promise<unknown>) => work.then(() => 'none', explainModelProblem);

describe('the gate before a model goes into service', () => {
  let good: string;
  let bad: string;
  beforeAll(async () => {
    good = await saveModel(1, 1);
    bad = await saveModel(2, -1);
  });

  it('passes a model that is not shown to be worse', async () => {
    const { published, verdict, findings, report } = await models.publish({ brand, version: good, force: false });
    expect({ published, verdict, findings }).toEqual({
      published: true,
      verdict: expect.stringMatching(/^(better|not_shown_to_be_better)$/),
      findings: [expect.stringMatching(/^it ranks /)],
    });
    expect(report.metrics.next_purchase?.repeats.rankings.model?.hit_rate[1]).toBe(1);
    expect(records.at(-1)).toMatchObject({ action: 'model.publish', subject: good, detail: { forced: false } });
  });

  it('refuses a model that predicts worse than the model in service, and gives the figures', async () => {
    const { published, verdict, findings, previous } = await models.publish({ brand, version: bad, force: false });
    expect({ published, verdict, previous }).toEqual({ published: false, verdict: 'worse', previous: null });
    expect(findings.at(-1)).toMatch(
      new RegExp(
        `^it ranks worse than ${good}, the model in service: .* % worse .* in next purchase \\(24 purchases\\)`,
      ),
    );
    expect((await store.published(brand.slug)).current).toBe(good);
  });

  it('lets a refused model pass when forced', async () => {
    const { published, verdict, previous } = await models.publish({ brand, version: bad, force: true });
    expect({ published, verdict, previous }).toEqual({ published: true, verdict: 'worse', previous: good });
    expect(records.at(-1)).toMatchObject({ subject: bad, detail: { forced: true, previous: good } });
    expect(await models.rollback(brand)).toEqual({ current: good, previous: bad, skipped: [] });
  });

  it('passes the model in service itself, and one that ranks the same', async () => {
    const twin = await saveModel(6, 1);
    for (const [version, finding] of [
      [good, 'it is the model in service'],
      [twin, `it ranks as ${good}, the model in service`],
    ] as const) {
      expect(await models.publish({ brand, version, force: false })).toMatchObject({
        published: true,
        verdict: 'not_shown_to_be_better',
        findings: [finding],
      });
    }
    await models.rollback(brand);
  });

  it('compares with the bundled model while the published one is damaged', async () => {
    await truncate(join(store.directoryOf(brand.slug, good), 'model.onnx'), 100);
    const better = await saveModel(3, 1);
    const { published, report } = await models.publish({ brand, version: better, force: true });
    expect(published).toBe(true);
    expect(report.in_service).toEqual({ artifact_version: expect.stringMatching(/^default-/), problem: null });
    expect(report.comparisons.map((one) => one.with)).toContain('in_service');
    expect(await problemOf(models.publish({ brand, version: good, force: true }))).toContain('damaged or replaced');
  });
});

describe('a missing requirement', () => {
  it('is explained when the brand has no such model', async () => {
    const other = await addBrand(database.query);
    await addProducts(database.query, other);
    const version = await saveModel(4, 1);
    expect(await problemOf(models.evaluate({ brand: other, version }))).toContain('it has none yet: train one first');
  });

  it('is explained when there are no orders to evaluate with', async () => {
    const other = await addBrand(database.query);
    await addProducts(database.query, other);
    await store.save(other.slug, await store.read(brand.slug, await saveModel(5, 1)));
    const [model] = await models.list(other.slug);
    expect(await problemOf(models.evaluate({ brand: other, version: model!.version }))).toContain(
      'there are no orders',
    );
  });

  it('is explained, but other errors are not', () => {
    expect(explainModelProblem(new TypeError('x is not a function'))).toBeNull();
  });
});

describe('evaluation', () => {
  it('counts a purchase for which there was no candidate', async () => {
    const shop = await addBrand(database.query);
    await addProducts(database.query, shop);
    const date = '2026-06-10';
    const lines = ['401', '501'].map((sku) => ({ sku, date, orderId: 'first' }));
    await addCustomer(database.query, shop, { phone: '2015559999', lines });
    const { report } = await models.evaluate({ brand: shop });
    expect(report.candidate_recall).toEqual({ anchors: 0 });
    expect(report.metrics.anchors?.all.rankings.model).toMatchObject({ recall: { 1: 0, 5: 0, 10: 0 } });
  });
});

describe('training', () => {
  it('stores a model that the service can load, and reports its steps', async () => {
    const { report, verdict, findings } = await models.train({ brand, seed: 1, objective: 'conversion' });
    const { manifest } = await store.read(brand.slug, report.artifact_version);
    expect(manifest).toMatchObject({
      brand: brand.slug,
      seed: 1,
      trained_for: 'conversion',
      trained_at: '2026-06-11T12:00:00.000Z',
      catalog_version: report.catalog_version,
      feature_names: featureNames,
      metrics: report.metrics,
    });
    // The holdout has 24 purchases: enough for a calibration, and too few to measure it on other customers.
    expect(manifest.calibration).toMatchObject({ next_purchase: { slope: expect.any(Number) }, anchors: null });
    expect(report.reliability).toEqual({});
    expect(manifest.acceptance).toBeNull();
    expect(report.acceptance).toMatchObject({ outcomes: 0, outcomes_needed: 200, reliability: null });
    expect({ verdict, findings }).toEqual({ verdict: expect.any(String), findings: [expect.any(String)] });
    expect(manifest.golden.rows.length).toBeGreaterThan(0);
    expect([...steps]).toEqual(expect.arrayContaining(['orders on file', 'examples', 'purchases to predict']));
  });

  it('learns what callers accept when 200 offers were sold or declined', async () => {
    // 250 callers hear an offer and buy it, or hear two and buy the second one; 50 hear all and answer nothing.
    await database.query(
      `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
         feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features)
       SELECT gen_random_uuid(), $1, '201777' || lpad(n::text, 4, '0'), 'IVR', 3, true, '{}', 0, false, $2, 'a', 'c',
         '{401,501,601}', '[]', decode(repeat('00', $3), 'hex')
       FROM generate_series(1, 300) AS n`,
      [brand.id, featureSchemaFor(bundledSizedArticleTypes).hash, 3 * 4 * featureNames.length],
    );
    await database.query(
      `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted,
         attributed_revenue)
       SELECT gen_random_uuid(), brand_id, id, phone, sold, sold, true, 0
       FROM recommendations, LATERAL (SELECT CASE WHEN phone <= '2017770125' THEN '{401}'::text[] ELSE '{501}' END) AS s (sold)
       WHERE brand_id = $1 AND phone BETWEEN '2017770001' AND '2017770250'`,
      [brand.id],
    );
    // Another seed: the clock of this test stands still, and versions are made of the time and the trees.
    const { report } = await models.train({ brand, seed: 2, objective: 'conversion' });
    expect(report.acceptance).toMatchObject({ outcomes: 250, heard: 375, accepted: 250 });
    expect(report.acceptance.reliability?.bins).toHaveLength(10);
    const { manifest } = await store.read(brand.slug, report.artifact_version);
    expect(manifest.acceptance).toEqual({
      weights: expect.any(Object),
      slope: expect.any(Number),
      intercept: expect.any(Number),
    });
  });

  it('needs a unit_cost in the catalogue for the objective margin, and then reports the margin of the lists', async () => {
    const forMargin = { brand, seed: 1, objective: 'margin' } as const;
    expect(await problemOf(models.train(forMargin))).toContain('no product has a unit_cost');
    await database.query('UPDATE catalog_items SET unit_cost = web_price / 4 WHERE brand_id = $1', [brand.id]);
    try {
      const { report } = await models.train(forMargin);
      const { revenue = 0, margin = 0 } = report.worth_at_10.next_purchase?.model ?? {};
      expect(revenue).toBeGreaterThan(0);
      expect(margin).toBeCloseTo(0.75 * revenue);
      expect(report.trained_for).toBe('margin');
      const listed = await models.list(brand.slug);
      expect(listed.find(({ version }) => version === report.artifact_version)?.trained_for).toBe('margin');
    } finally {
      await database.query('UPDATE catalog_items SET unit_cost = NULL WHERE brand_id = $1', [brand.id]);
    }
  });
});
