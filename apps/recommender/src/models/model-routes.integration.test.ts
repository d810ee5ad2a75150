import { randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessionTokens, type SessionAudience } from '@callside/auth';
import {
  type ModelWork,
  modelEvaluationSchema,
  modelListSchema,
  modelPublicationSchema,
  modelWorkSchema,
} from '@callside/schemas';
import { type HttpAnswer, until } from '@callside/test-kit';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { addBrand, addCustomer, addKey } from '../../test/support/shop.ts';
import { stump } from '../../test/support/small-models.ts';
import { bundledSizedArticleTypes, featureSchemaFor } from '../ranking/feature-schema.ts';
import { featureNames } from '../ranking/rules/feature-registry.ts';
import { ArtifactStore } from './artifact-store.ts';
import { createArtifact } from './create-artifact.ts';

// The administration of models over HTTP: who may use it, and what it changes.

const secret = 'a secret that is only good for tests';
const tokens = createSessionTokens({ secrets: [secret] });

let service: ServiceUnderTest;
let directory: string;
let store: ArtifactStore;
let owner: { id: string; email: string };
let good: string;
let bad: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'models-'));
  service = await startService({
    environment: { SESSION_SECRET: [secret], ARTIFACT_DIR: directory },
    // Every customer buys the same product again.
    prepare: async (query, brand) => {
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      const skus = ['401', '402', '403', '501', '502', '503', '601', '602'];
      for (const [index, sku] of skus.flatMap((each) => [each, each, each]).entries()) {
        const dates = [day(150), day(100), day(50), day(3)];
        const phone = String(2_015_550_000 + index);
        await addCustomer(query, brand, { phone, lines: dates.map((date) => ({ sku, date })) });
      }
    },
  });
  owner = await addUser('owner');
  const [{ id: deployment } = { id: '' }] = await service.query<{ id: string }>('SELECT id::text FROM deployments');
  store = new ArtifactStore(directory, deployment);
  good = await saveModel(1, 1);
  bad = await saveModel(2, -1);
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

async function addUser(
  role: 'owner' | 'rep',
  { status = 'active', brandId = service.brand.id }: { status?: string; brandId?: string } = {},
): Promise<{ id: string; email: string }> {
  const user = { id: randomUUID(), email: `${randomUUID()}@people.example` };
  await service.query('INSERT INTO users (id, brand_id, email, name, status, role) VALUES ($1, $2, $3, $3, $4, $5)', [
    user.id,
    brandId,
    user.email,
    status,
    role,
  ]);
  return user;
}

/** A model that uses one feature only: greater values rank higher, or lower. */
async function saveModel(second: number, liking: 1 | -1): Promise<string> {
  const artifact = createArtifact(
    { featureCount: featureNames.length, baseScore: 0, trees: [stump(0, liking, featureNames.indexOf('own_times'))] },
    {
      featureNames,
      featureSchemaHash: featureSchemaFor(bundledSizedArticleTypes).hash,
      objective: 'logistic',
      seed: 1,
      brand: service.brand.slug,
      catalogVersion: '0',
      trainedAt: new Date(`2026-06-11T12:00:0${second}Z`),
      sampleFeatures: new Float32Array(featureNames.length),
      importance: {},
    },
  );
  await store.save(service.brand.slug, artifact);
  return artifact.manifest.artifact_version;
}

interface TokenFields {
  audience?: SessionAudience;
  user?: { id: string };
  brandId?: string;
  now?: Date;
}

function tokenOf({ audience = 'recommender', user = owner, brandId, now = new Date() }: TokenFields = {}): string {
  return tokens.issue({ userId: user.id, brandId: brandId ?? service.brand.id, audience, ttlSeconds: 60, now }).token;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<HttpAnswer> {
  return service.clients[0].send({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
}

const ask = (method: string, path: string, body?: object) => send(method, path, bearer(tokenOf()), body);
const publishedNow = async () => (await store.published(service.brand.slug)).current;
const audited = () =>
  service.query<object>(
    `SELECT actor, actor_user_id, action, subject, detail, origin FROM audit_log WHERE action LIKE 'model.%' ORDER BY id`,
  );

describe.each([
  ['GET', () => '/admin/models'],
  ['POST', () => '/admin/models/rollback'],
  ['POST', () => '/admin/models/train'],
  ['POST', () => `/admin/models/${good}/evaluate`],
  ['POST', () => `/admin/models/${good}/publish`],
])('%s %p', (method, path) => {
  it.each<[string, () => Promise<Record<string, string>>]>([
    ['no credential', async () => ({})],
    ["the recommender's key", async () => ({ 'x-api-key': service.key })],
    ["the recommender's key as a token", async () => bearer(service.key)],
    [
      'a key for call events',
      async () => ({ 'x-api-key': (await addKey(service.query, service.brand, { feature: 'call-events' })).key }),
    ],
    ["a session's token", async () => bearer(tokenOf({ audience: 'api' }))],
    ["a tab's token", async () => bearer(tokenOf({ audience: 'tab' }))],
    ["a companion's token", async () => bearer(tokenOf({ audience: 'companion' }))],
    ['a token that is over', async () => bearer(tokenOf({ now: new Date(Date.now() - 61_000) }))],
    ['a changed token', async () => bearer(`${tokenOf().slice(0, -6)}AAAAAA`)],
    [
      'the token of another secret',
      async () =>
        bearer(
          createSessionTokens({ secrets: [secret.toUpperCase()] }).issue({
            userId: owner.id,
            brandId: service.brand.id,
            audience: 'recommender',
            ttlSeconds: 60,
            now: new Date(),
          }).token,
        ),
    ],
    ['the token of nobody', async () => bearer(tokenOf({ user: { id: randomUUID() } }))],
    ['the token of no id', async () => bearer(tokenOf({ user: { id: "' OR 1=1 --" } }))],
    ['an invited owner', async () => bearer(tokenOf({ user: await addUser('owner', { status: 'invited' }) }))],
    ['an owner who left', async () => bearer(tokenOf({ user: await addUser('owner', { status: 'deactivated' }) }))],
    ['the token in the cookie', async () => ({ cookie: `callside_session=${tokenOf()}` })],
    ['a brand that is not the user’s', async () => bearer(tokenOf({ brandId: (await addBrand(service.query)).id }))],
  ])('refuses %s', async (_title, headersOf) => {
    expect(await send(method, path(), await headersOf(), {})).toMatchObject({
      status: 401,
      json: { detail: 'Session token is invalid or missing.' },
    });
  });

  it('is forbidden to reps, and to owners of another brand', async () => {
    const rep = await send(method, path(), bearer(tokenOf({ user: await addUser('rep') })), {});
    expect([rep.status, rep.json]).toEqual([403, { detail: 'Only owners of the brand may do this.' }]);
    const other = await addBrand(service.query);
    const theirs = await addUser('owner', { brandId: other.id });
    const answer = await send(method, path(), bearer(tokenOf({ user: theirs, brandId: other.id })), {});
    expect([answer.status, answer.json]).toEqual([403, { detail: 'This is not a brand of yours.' }]);
  });

  it('changes nothing when the request is refused', async () => {
    expect(await publishedNow()).toBeNull();
    expect(await audited()).toEqual([]);
  });

  it('answers another method with 405', async () => {
    expect((await send('PATCH', path(), bearer(tokenOf()))).status).toBe(405);
  });
});

it('the list shows the models, the newest first, and the model in service', async () => {
  const { status, json } = await ask('GET', '/admin/models');
  expect(status).toBe(200);
  expect(modelListSchema.parse(json)).toEqual(json);
  expect(json).toMatchObject({
    brand: service.brand.slug,
    in_service: { version: 'fake-1', origin: 'published', problem: null },
    published: null,
    rollback_to: null,
    items: [
      { version: bad, state: 'stored', objective: 'logistic', trained_for: 'conversion', trees: 1, problem: null },
      { version: good, state: 'stored' },
    ],
  });
});

it('the list still says what serves when ARTIFACT_DIR cannot be read', async () => {
  const models = join(directory, service.brand.slug);
  await rename(models, `${models}.aside`);
  await writeFile(models, 'a file');
  const { status, json } = await ask('GET', '/admin/models');
  expect([status, json]).toMatchObject([200, { in_service: { version: 'fake-1' }, published: null, items: [] }]);
  const { status: refused, json: reason } = await ask('POST', `/admin/models/${good}/evaluate`);
  expect([refused, reason]).toMatchObject([
    422,
    { detail: [{ msg: `ARTIFACT_DIR cannot be read: ${models} (ENOTDIR)` }] },
  ]);
  await rm(models);
  await rename(`${models}.aside`, models);
});

it('an evaluation measures a model and does not publish it', async () => {
  const { status, json } = await ask('POST', `/admin/models/${good}/evaluate`);
  expect(status).toBe(200);
  const evaluation = modelEvaluationSchema.parse(json);
  expect(evaluation).toEqual(json);
  expect(evaluation).toMatchObject({
    version: good,
    verdict: expect.stringMatching(/^(better|not_shown_to_be_better)$/),
    findings: [expect.any(String)],
  });
  for (const { difference, low, high, purchases } of evaluation.comparisons) {
    expect(low).toBeLessThanOrEqual(difference);
    expect(high).toBeGreaterThanOrEqual(difference);
    expect(purchases).toBeGreaterThanOrEqual(24);
  }
  expect(await publishedNow()).toBeNull();
});

it('a model that measures well is published, and the audit log names the owner', async () => {
  const { status, json } = await ask('POST', `/admin/models/${good}/publish`, {});
  expect(status).toBe(200);
  expect(modelPublicationSchema.parse(json)).toEqual(json);
  expect(json).toMatchObject({ published: true, previous: null, problem: null });
  expect(await publishedNow()).toBe(good);
  expect((await audited()).at(-1)).toMatchObject({
    actor: owner.email,
    actor_user_id: owner.id,
    action: 'model.publish',
    subject: good,
    detail: { forced: false, previous: null },
    origin: expect.stringContaining('127.0.0.1'),
  });
});

it('a model that measures worse is refused with the reason, and is published when forced', async () => {
  const before = (await audited()).length;
  const refused = await ask('POST', `/admin/models/${bad}/publish`, { force: false });
  expect([refused.status, refused.json]).toEqual([
    200,
    expect.objectContaining({
      published: false,
      evaluation: expect.objectContaining({
        verdict: 'worse',
        findings: [expect.stringContaining('it ranks worse than')],
      }),
    }),
  ]);
  expect([await publishedNow(), (await audited()).length]).toEqual([good, before]);
  const forced = await ask('POST', `/admin/models/${bad}/publish`, { force: true });
  expect(forced.json).toMatchObject({ published: true, previous: good });
  expect((await audited()).at(-1)).toMatchObject({ subject: bad, detail: { forced: true } });
});

it('a rollback returns to the previous model, the next one to the bundled model, and a third one is refused', async () => {
  expect((await ask('GET', '/admin/models')).json).toMatchObject({ published: bad, rollback_to: good });
  expect((await ask('POST', '/admin/models/rollback')).json).toEqual({ current: good, previous: bad });
  const last = await ask('POST', '/admin/models/rollback');
  expect(last.json).toEqual({ current: expect.stringMatching(/^default-/), previous: good });
  expect(await audited()).toContainEqual(expect.objectContaining({ action: 'model.rollback', actor: owner.email }));
  const nothing = await ask('POST', '/admin/models/rollback');
  expect([nothing.status, nothing.json]).toEqual([
    422,
    { detail: [expect.objectContaining({ msg: expect.stringContaining('nothing is published') })] },
  ]);
});

it('a training begins at once, is joined by who asks for the same one meanwhile, and the list says how it ended', async () => {
  const [first, second] = await Promise.all([
    ask('POST', '/admin/models/train', { objective: 'revenue' }),
    ask('POST', '/admin/models/train', { objective: 'revenue' }),
  ]);
  const begun = modelWorkSchema.parse(first.json);
  expect(begun).toMatchObject({ kind: 'train', version: null, state: 'running', evaluation: null, problem: null });
  expect(modelWorkSchema.parse(second.json).started_at).toBe(begun.started_at);
  const shownToOthers = await service.query('SELECT work FROM running_recommenders');
  expect(shownToOthers).toMatchObject([{ work: { kind: 'train', state: 'running', started_at: begun.started_at } }]);
  const others = await Promise.all([
    ask('POST', '/admin/models/train', {}),
    ask('POST', `/admin/models/${good}/evaluate`),
  ]);
  for (const other of others) {
    expect(other).toMatchObject({
      status: 503,
      json: { detail: expect.stringContaining('Another model is being trained') },
    });
  }
  let work: ModelWork | null | undefined;
  await until('it has ended', async () => {
    ({ work } = modelListSchema.parse((await ask('GET', '/admin/models')).json));
    return work?.state !== 'running';
  });
  const trained = (await audited()).filter((entry) => Object(entry).action === 'model.train');
  if (work?.state === 'failed') {
    expect(work.problem).not.toBe('internal error');
    expect(trained).toEqual([]);
  } else {
    expect(work).toMatchObject({ evaluation: { version: work?.version } });
    expect(trained).toMatchObject([
      { actor: owner.email, subject: work?.version, detail: { seed: 1, objective: 'revenue' } },
    ]);
  }
});

it('a training of another recommender of the brand is shown, and nothing begins until it ends or that one is gone', async () => {
  const work: ModelWork = {
    kind: 'train',
    version: null,
    started_at: new Date().toISOString(),
    state: 'running',
    progress: { step: 'trees', done: 3, total: 100 },
    evaluation: null,
    problem: null,
  };
  const id = randomUUID();
  await service.query(
    `INSERT INTO running_recommenders (id, brand_id, feature_schema_hash, sized_article_types, artifact_version, work)
     VALUES ($1, $2, '', '{}', 'none', $3)`,
    [id, service.brand.id, JSON.stringify(work)],
  );
  const shown = async () => modelListSchema.parse((await ask('GET', '/admin/models')).json).work;
  expect(await shown()).toEqual(work);
  for (const path of ['train', `${good}/evaluate`]) {
    expect(await ask('POST', `/admin/models/${path}`, {})).toMatchObject({
      status: 503,
      json: { detail: expect.stringContaining('Another model is being trained') },
    });
  }
  expect(await shown()).toEqual(work);
  const failed = { ...work, state: 'failed', progress: null, problem: 'there are no orders' };
  await service.query('UPDATE running_recommenders SET work = $2 WHERE id = $1', [id, JSON.stringify(failed)]);
  expect(await shown()).toEqual(failed);
  await service.query(
    `UPDATE running_recommenders SET work = $2, seen_at = clock_timestamp() - interval '16 seconds' WHERE id = $1`,
    [id, JSON.stringify(work)],
  );
  expect((await shown())?.started_at).not.toBe(work.started_at);
  expect((await ask('POST', `/admin/models/${good}/evaluate`)).status).toBe(200);
});

it('two measurements of a model are one', async () => {
  const [first, second] = await Promise.all([
    ask('POST', `/admin/models/${good}/evaluate`),
    ask('POST', `/admin/models/${good}/evaluate`),
  ]);
  expect([first.status, second.json]).toEqual([200, first.json]);
  const { work } = modelListSchema.parse((await ask('GET', '/admin/models')).json);
  expect(work).toMatchObject({ kind: 'evaluate', version: good, state: 'done', evaluation: first.json });
});

it.each(['20200101T000000-00000000', 'x', '..%2f..%2fetc', '%00'])('an unknown model gets 404: %s', async (version) => {
  for (const work of ['evaluate', 'publish']) {
    const { status } = await ask('POST', `/admin/models/${version}/${work}`, {});
    expect(status).toBe(404);
  }
});

it.each([[{ force: 'yes' }], [[]], [{ force: 1 }]])('a publication with the body %j is refused', async (body) => {
  expect((await ask('POST', `/admin/models/${good}/publish`, body)).status).toBe(422);
});

it('the routes answer 404 without SESSION_SECRET and name the setting', async () => {
  const bare = await startService({ environment: { ARTIFACT_DIR: directory } });
  try {
    for (const path of ['/admin/models', '/admin/models/rollback', `/admin/models/${good}/publish`]) {
      const answer = await bare.clients[0].send({ method: 'POST', path, headers: bearer(tokenOf()) });
      expect([answer.status, answer.json]).toEqual([
        404,
        { detail: 'Models are not administered over HTTP here: SESSION_SECRET is not set.' },
      ]);
    }
  } finally {
    await bare.close();
  }
});
