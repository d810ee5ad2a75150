import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryThrough } from '@callside/database';
import { createTestDatabase, createTestPool } from '@callside/database/testing';
import { builtService, type HttpAnswer, ServiceProcess, until } from '@callside/test-kit';
import { addBrand, addKey, addProducts } from '../../test/support/shop.ts';
import { stump } from '../../test/support/small-models.ts';
import { bundledSizedArticleTypes, featureSchemaFor } from '../ranking/feature-schema.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import type { Artifact } from './artifact.ts';
import { ArtifactStore } from './artifact-store.ts';
import { createArtifact } from './create-artifact.ts';

const featureSchemaHash = featureSchemaFor(bundledSizedArticleTypes).hash;

/** A model with the features of the service. */
function trained(second: number, schemaHash = featureSchemaHash): Artifact {
  const ensemble = {
    featureCount: featureNames.length,
    baseScore: second,
    trees: featureNames.map((_, feature) => stump(0, 0.1, feature)),
  };
  return createArtifact(ensemble, {
    featureNames,
    featureSchemaHash: schemaHash,
    objective: 'logistic',
    seed: 1,
    brand: 'acme',
    catalogVersion: '0123456789abcdef',
    trainedAt: new Date(`2026-11-21T18:00:0${second}Z`),
    sampleFeatures: Float32Array.from({ length: featureNames.length * 4 }, (_, place) => (place % 7) / 7),
    importance: {},
  });
}

interface Answer {
  recommendations: unknown[];
  artifact_version: string;
  feature_schema_hash: string;
  fallback: boolean;
}

it('every request of eight callers is answered while models are published, refused and rolled back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'transition-'));
  const database = await createTestDatabase();
  const pool = createTestPool(database.url);
  const query = queryThrough(pool);
  const brand = await addBrand(query, 'acme');
  const { key } = await addKey(query, brand);
  await addProducts(query, brand);
  const [deployment] = await query<{ id: string }>('SELECT id::text AS id FROM deployments');
  const store = new ArtifactStore(directory, deployment?.id ?? '');
  const service = await ServiceProcess.start({
    program: builtService('recommender'),
    settings: { DATABASE_URL: database.url, ARTIFACT_DIR: directory },
  });

  const body = JSON.stringify({ phone: '2015550123', num_items: 3, customer_order_history: [{ sku: '401' }] });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const ask = () => service.client.send({ path: '/recommend', headers, body });
  const answerOf = ({ json }: HttpAnswer) => json as Answer;
  const model = async () => {
    const { json } = await service.client.send({ method: 'GET', path: '/health' });
    return (json as { model: { artifact_version: string; problem?: string } }).model;
  };
  const inService = (version: string) =>
    until(`${version} is in service`, async () => (await model()).artifact_version === version);

  const answers: HttpAnswer[] = [];
  const stopped = new AbortController();
  // Each caller waits for its answer, so that a slow machine gets fewer requests and no overload.
  const callUntilStopped = async () => {
    while (!stopped.signal.aborted) {
      answers.push(await ask());
      await sleep(40);
    }
  };
  let callers: Promise<unknown> = Promise.resolve();
  try {
    await until('the catalogue is loaded', async () => (await ask()).status === 200);
    const { artifact_version: before } = await model();
    const [first, second] = [trained(1), trained(2)];
    const refused = trained(3, 'f'.repeat(64));
    for (const artifact of [first, second, refused]) await store.save('acme', artifact);
    callers = Promise.all(Array.from({ length: 8 }, callUntilStopped));

    for (const { manifest } of [first, second]) {
      await store.publish('acme', manifest.artifact_version);
      await inService(manifest.artifact_version);
    }
    await store.publish('acme', refused.manifest.artifact_version);
    await until('the last one is refused', async () => (await model()).problem?.includes('train again') === true);
    await store.rollback('acme');
    await store.rollback('acme');
    await inService(first.manifest.artifact_version);
    stopped.abort();
    await callers;

    const given = answers.map((answer) => ({ status: answer.status, ...answerOf(answer) }));
    expect(given.filter(({ status }) => status !== 200)).toEqual([]);
    expect(given.filter(({ recommendations }) => recommendations.length !== 3)).toEqual([]);
    const versions = [before, first, second].map((each) =>
      typeof each === 'string' ? each : each.manifest.artifact_version,
    );
    expect(new Set(given.map(({ artifact_version }) => artifact_version))).toEqual(new Set(versions));
    const ranked = given.filter(({ fallback }) => !fallback);
    expect(new Set(ranked.map(({ artifact_version }) => artifact_version))).toEqual(
      new Set(versions.filter((version) => version !== 'none')),
    );
    expect(given.every(({ feature_schema_hash }) => feature_schema_hash === featureSchemaHash)).toBe(true);
    await service.stop();
    expect(await service.ended()).toMatchObject({ code: 0 });
  } finally {
    stopped.abort();
    await Promise.allSettled([callers]);
    await service.stop();
    await pool.end();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
});
