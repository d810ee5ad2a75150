import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '@callside/database';
import { createTestDatabase, type TestDatabase } from '@callside/database/testing';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import { addBrand, addCustomer, addProducts, type TestBrand } from '../../test/support/shop.ts';
import { stump } from '../../test/support/small-models.ts';
import { featureSchemaFor } from '../ranking/feature-schema.ts';
import { ArtifactStore } from './artifact-store.ts';
import { createArtifact } from './create-artifact.ts';
import { createModelOperations, type ModelOperations } from './operator.ts';

// A model whose command and recommender have other SIZED_ARTICLE_TYPES is published, and everybody says why it does not serve.

let testDatabase: TestDatabase;
let database: Database;
let directory: string;
let brand: TestBrand;
let models: ModelOperations;
let version: string;

const trainedWith = featureSchemaFor(['ring', 'bangle']);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({ url: testDatabase.url, maxConnections: 2, applicationName: 'test' });
  directory = await mkdtemp(join(tmpdir(), 'served-'));
  brand = await addBrand(database.query);
  await addProducts(database.query, brand);
  const lines = ['2026-01-05', '2026-03-01', '2026-06-10'].map((date) => ({ sku: '401', date }));
  await addCustomer(database.query, brand, { phone: '2015550001', lines });
  const [deployment] = await database.query<{ id: string }>('SELECT id::text AS id FROM deployments');
  const artifact = createArtifact(
    { featureCount: trainedWith.names.length, baseScore: 0, trees: [stump(0, 1, 0)] },
    {
      featureNames: trainedWith.names,
      featureSchemaHash: trainedWith.hash,
      sizedArticleTypes: trainedWith.sizedArticleTypes,
      objective: 'logistic',
      seed: 1,
      brand: brand.slug,
      catalogVersion: '0',
      trainedAt: new Date('2026-06-11T12:00:00Z'),
      sampleFeatures: new Float32Array(trainedWith.names.length),
      importance: {},
    },
  );
  version = artifact.manifest.artifact_version;
  await new ArtifactStore(directory, deployment?.id ?? '').save(brand.slug, artifact);
  models = createModelOperations({
    transaction: database.transaction,
    artifactDirectory: directory,
    deployment: deployment?.id ?? '',
    sizedArticleTypes: ['bangle', 'ring'],
    now: () => new Date('2026-06-11T12:00:00Z'),
    onProgress: () => {},
    changeOnRecord: (_, change) => change(async () => {}),
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(directory, { recursive: true, force: true });
});

async function withRecommender(sizedArticleTypes: string, work: (service: ServiceProcess) => Promise<void>) {
  const settings = {
    DATABASE_URL: testDatabase.url,
    ARTIFACT_DIR: directory,
    SIZED_ARTICLE_TYPES: sizedArticleTypes,
  };
  const service = await ServiceProcess.start({ program: builtService('recommender'), settings });
  try {
    await until('it says that it runs', async () => {
      const rows = await database.query('SELECT 1 FROM running_recommenders');
      return rows.length > 0;
    });
    await work(service);
  } finally {
    await service.stop();
    await service.ended();
  }
}

const listed = async () => (await models.list(brand.slug)).find((one) => one.version === version);
const problem = expect.stringContaining(
  'was trained with SIZED_ARTICLE_TYPES=bangle,ring and the recommender has SIZED_ARTICLE_TYPES=bracelet',
);

it('a model that the recommender that runs cannot serve is no silent success', async () => {
  await withRecommender('bracelet', async (service) => {
    const { published, problem: told } = await models.publish({ brand, version, force: true });
    expect({ published, told }).toEqual({ published: true, told: problem });
    expect(await listed()).toMatchObject({ published: true, serving: false, problem });
    const health = async () => {
      const { status, json } = await service.client.send({ method: 'GET', path: '/health' });
      return { ...(json as { model: { problem?: string } }), code: status };
    };
    await until('the recommender has refused it', async () => (await health()).model.problem !== undefined);
    expect(await health()).toMatchObject({ code: 200, status: 'degraded', model: { status: 'impaired', problem } });
    const metrics = await service.client.send({ method: 'GET', path: '/metrics' });
    expect(String(metrics.text)).toMatch(/^recommender_model_impaired\{[^}]*\} 1$/m);
  });
});

it('one that it serves is listed as serving, and has no problem', async () => {
  await withRecommender('rings, bangles', async (service) => {
    await until('it serves', async () => {
      const { json } = await service.client.send({ method: 'GET', path: '/health' });
      return (json as { model: { artifact_version: string } }).model.artifact_version === version;
    });
    expect(await listed()).toMatchObject({ published: true, serving: true, problem: null });
    expect(await models.publish({ brand, version, force: false })).toMatchObject({ published: true, problem: null });
  });
  expect(await database.query('SELECT 1 FROM running_recommenders')).toEqual([]);
});
