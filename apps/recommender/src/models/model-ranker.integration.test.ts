import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { CapturedLog, until } from '@callside/test-kit';
import { loggerTo } from '../../test/support/logger.ts';
import {
  featureNames,
  featureSchemaHash,
  foreignArtifact,
  smallArtifact,
  withManifest,
} from '../../test/support/small-models.ts';
import type { Artifact } from './artifact.ts';
import { writeArtifact } from './artifact-files.ts';
import { findBundled, findRanking } from './artifact-finder.ts';
import { ArtifactStore } from './artifact-store.ts';
import { ModelRanker, type RankerOptions } from './model-ranker.ts';
import { startOnnxWorker } from './onnx/onnx-thread.ts';

const brand = 'acme';
const deployment = '11111111-1111-4111-8111-111111111111';
const bundled = smallArtifact({ base: 100, bundled: true, brand: 'default' });
const trained = (base: number) =>
  smallArtifact({ base, trainedAt: new Date(`2026-11-21T18:00:${String(base).padStart(2, '0')}Z`) });
const [first, second, third] = [trained(1), trained(2), trained(3)];
const foreign = foreignArtifact({ base: 4 });
const versionOf = ({ manifest }: Artifact) => manifest.artifact_version;

let directory: string;
let store: ArtifactStore;
let log: CapturedLog;
let ranker: ModelRanker;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ranker-'));
  store = new ArtifactStore(join(directory, 'artifacts'), deployment);
  await writeArtifact(directory, 'bundled', bundled);
  log = new CapturedLog();
});
afterEach(async () => {
  await ranker.stop();
  await rm(directory, { recursive: true, force: true });
});

async function startRanker(options: Partial<RankerOptions> = {}): Promise<void> {
  ranker = new ModelRanker({
    findRanking: () =>
      findRanking({
        directory: join(directory, 'artifacts'),
        slug: brand,
        deployment,
        bundledDirectory: join(directory, 'bundled'),
      }),
    findBundled: () => findBundled(join(directory, 'bundled')),
    featureSchema: { hash: featureSchemaHash, names: featureNames, sizedArticleTypes: [] },
    logger: loggerTo(log),
    pollMs: 5,
    budgetMs: 10_000,
    ...options,
  });
  await ranker.start();
}

const scoreRows = (values: Float32Array, rowCount: number) => ranker.score({ values, rowCount });
const score = async (values: Float32Array, rowCount: number) => (await scoreRows(values, rowCount)).scores;
/** Score of the model in service for a row of zeros: its base score. */
const baseInService = async () => (await score(new Float32Array(3), 1))[0];
const save = (artifact: Artifact) => store.save(brand, artifact);
const publish = (artifact: Artifact) => store.publish(brand, versionOf(artifact));
const inService = (artifact: Artifact) =>
  until(`${versionOf(artifact)} is in service`, () => ranker.build().artifactVersion === versionOf(artifact));
const problemSaid = (text: string) =>
  until(`the problem is said: ${text}`, () => ranker.status().problem?.includes(text) === true);

describe('the model in service', () => {
  it('is the bundled default while nothing is published', async () => {
    await startRanker();
    expect(ranker.build()).toEqual({ artifactVersion: versionOf(bundled), featureSchemaHash });
    expect(ranker.status()).toEqual({
      artifactVersion: versionOf(bundled),
      origin: 'bundled',
      trainedAt: '2026-11-21T18:00:00.000Z',
      problem: null,
    });
    expect(Array.from(await score(Float32Array.of(0, 0, 0, 1, 1, 0), 2))).toEqual([100, 102]);
  });

  it('is the published one at startup', async () => {
    await save(first);
    await publish(first);
    await startRanker();
    expect(ranker.status()).toMatchObject({ artifactVersion: versionOf(first), origin: 'published', problem: null });
    expect(await baseInService()).toBe(1);
  });

  it('follows publications and rollbacks, down to the bundled default', async () => {
    await startRanker();
    await save(first);
    await save(second);
    await publish(first);
    await inService(first);
    expect(await baseInService()).toBe(1);
    await publish(second);
    await inService(second);
    expect(await baseInService()).toBe(2);
    await store.rollback(brand);
    await inService(first);
    await store.rollback(brand);
    await inService(bundled);
    expect(await baseInService()).toBe(100);
  });

  it('is absent when nothing is published and there is no bundled default', async () => {
    await rm(join(directory, 'bundled'), { recursive: true });
    await startRanker();
    expect(ranker.build()).toEqual({ artifactVersion: 'none', featureSchemaHash });
    expect(ranker.status()).toEqual({
      artifactVersion: 'none',
      origin: 'none',
      trainedAt: null,
      problem: 'manifest.json of the bundled default model is missing',
    });
    await expect(score(new Float32Array(3), 1)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});

describe('a model that cannot be used', () => {
  const otherHash = 'f'.repeat(64);
  const golden = first.manifest.golden;

  const breakages: [string, Artifact, string][] = [
    [
      'was trained on other features',
      withManifest(first, { feature_schema_hash: otherHash }),
      `its feature_schema_hash is ${otherHash}, the service's is ${featureSchemaHash}; train again`,
    ],
    ['is not the file of its manifest', { ...first, onnx: second.onnx }, 'damaged or replaced'],
    ['is cut off', { ...first, onnx: first.onnx.slice(0, 200) }, 'damaged or replaced'],
    [
      'scores otherwise than its trainer',
      withManifest(first, { golden: { ...golden, scores: golden.scores.map((score) => score + 0.001) } }),
      'does not score as its trainer did: golden row 0 is 1, not 1.001',
    ],
    [
      'has golden rows of another width',
      withManifest(first, { golden: { rows: [[1, 2]], scores: [1] } }),
      'do not have 3 features each',
    ],
  ];

  it.each(breakages)('a model that %s is replaced by the bundled one at startup', async (_, artifact, problem) => {
    await save(artifact);
    await publish(artifact);
    await startRanker();
    expect(ranker.status()).toMatchObject({ artifactVersion: versionOf(bundled), origin: 'bundled' });
    expect(ranker.status().problem).toContain(problem);
    expect(ranker.status().problem).toContain(`; ${versionOf(bundled)} serves instead`);
    expect(await baseInService()).toBe(100);
  });

  it('leaves no model to serve when the bundled one cannot be used either', async () => {
    await save(first);
    await publish(first);
    await rm(join(store.directoryOf(brand, versionOf(first)), 'model.onnx'));
    await rm(join(directory, 'bundled'), { recursive: true });
    await startRanker();
    expect(ranker.status()).toMatchObject({
      artifactVersion: 'none',
      problem: `model.onnx of artifact ${versionOf(first)} is missing`,
    });
    await expect(score(new Float32Array(3), 1)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it.each(breakages)('a model that %s leaves the previous one in service', async (_, artifact, problem) => {
    await save(second);
    await publish(second);
    await startRanker();
    await save(artifact);
    await publish(artifact);
    await problemSaid(problem);
    expect(ranker.status()).toMatchObject({
      artifactVersion: versionOf(second),
      problem: expect.stringContaining(`; ${versionOf(second)} stays in service`),
    });
    expect(await baseInService()).toBe(2);
  });

  it('is refused when ONNX Runtime cannot load it, with the reason only in the log', async () => {
    const nonsense = Buffer.from('no model at all');
    const sha256 = createHash('sha256').update(nonsense).digest('hex');
    await save(withManifest({ ...first, onnx: nonsense }, { onnx_sha256: sha256 }));
    await publish(first);
    await startRanker();
    expect(ranker.status().problem).toMatch(`ONNX Runtime cannot load artifact ${versionOf(first)}; `);
    expect(log.text).toContain('protobuf parsing failed');
  });

  it('is retried after a while, although nothing changed', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      if (reads === 1) throw new Error('too many open files');
      return first;
    };
    const found = { origin: 'published', name: 'a model', revision: '1', read } as const;
    await startRanker({ findRanking: async () => found, retryMs: 20 });
    expect(ranker.status()).toMatchObject({
      artifactVersion: versionOf(bundled),
      problem: expect.stringContaining('the model cannot be read'),
    });
    await inService(first);
    expect(reads).toBe(2);
  });

  it('is forgotten after a rollback', async () => {
    await save(second);
    await publish(second);
    await startRanker();
    await save(withManifest(first, { feature_schema_hash: otherHash }));
    await publish(first);
    await problemSaid('train again');
    await store.rollback(brand);
    await until('the problem is gone', () => ranker.status().problem === null);
    expect(await baseInService()).toBe(2);
  });

  it('is logged once, however often it is checked', async () => {
    await save(withManifest(first, { feature_schema_hash: otherHash }));
    await publish(first);
    let looks = 0;
    await startRanker({
      findRanking: () => {
        looks += 1;
        return findRanking({ directory: join(directory, 'artifacts'), slug: brand, deployment });
      },
    });
    await until('the model was checked ten times', () => looks >= 10);
    expect(log.text.split('a ranking model was refused')).toHaveLength(2);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      'whose version cannot be read',
      () => writeFile(join(directory, 'artifacts', brand, 'published.json'), '{'),
      'published.json of acme is damaged',
    ],
    [
      'that another deployment has stored',
      () =>
        new ArtifactStore(join(directory, 'other'), 'another').save(brand, first).then(async () => {
          const other = new ArtifactStore(join(directory, 'other'), 'another').directoryOf(brand, versionOf(first));
          await cp(other, store.directoryOf(brand, versionOf(first)), { recursive: true });
        }),
      'was made by another deployment (another)',
    ],
  ])(
    'a model %s is replaced at startup by the bundled one until a usable one is published',
    async (_what, damage, problem) => {
      await save(first);
      await publish(first);
      await damage();
      await startRanker({ retryMs: 20 });
      expect(ranker.status()).toMatchObject({
        artifactVersion: versionOf(bundled),
        origin: 'bundled',
        problem: expect.stringContaining(problem),
      });
      expect(ranker.status().problem).toContain(`; ${versionOf(bundled)} serves instead`);
      expect(await baseInService()).toBe(100);
      await save(second);
      await publish(second);
      await inService(second);
      expect(ranker.status()).toMatchObject({ origin: 'published', problem: null });
    },
  );

  it('a model that is damaged while it serves continues to serve', async () => {
    await save(first);
    await publish(first);
    await startRanker();
    await rm(store.directoryOf(brand, versionOf(first)), { recursive: true });
    await problemSaid('is missing');
    expect(await baseInService()).toBe(1);
    await cp(join(directory, 'bundled'), store.directoryOf(brand, versionOf(first)), { recursive: true });
    await problemSaid(`belongs to artifact ${versionOf(bundled)}`);
    expect(await baseInService()).toBe(1);
  });
});

describe('a model whose trees cannot be read', () => {
  beforeEach(async () => {
    await save(foreign);
    await publish(foreign);
  });

  it('is scored by ONNX Runtime, and the signals give the reasons', async () => {
    await startRanker();
    expect(ranker.status()).toMatchObject({ artifactVersion: versionOf(foreign), problem: null });
    const { scores, meaning } = await scoreRows(Float32Array.of(0, 0, 0, 1, 1, 0), 2);
    expect([...scores]).toEqual([4, 6]);
    expect(meaning.comparison).toBeNull();
  });

  it('has scores that are late when the time budget is over', async () => {
    await startRanker({ budgetMs: 0 });
    await expect(score(new Float32Array(3), 1)).rejects.toMatchObject({ reason: 'late' });
  });

  it('answers pending requests after the ranker stopped', async () => {
    await startRanker();
    const pending = score(new Float32Array(3), 1);
    await ranker.stop();
    expect(Array.from(await pending)).toEqual([4]);
  });

  it('is reported while its thread, which ended unexpectedly, is replaced', async () => {
    const workers: Worker[] = [];
    await startRanker({
      startWorker: (model) => {
        const worker = startOnnxWorker(model);
        workers.push(worker);
        return worker;
      },
    });
    await workers[0]!.terminate();
    await problemSaid('the model has failed and is being started again');
    await until('no problem is reported', () => ranker.status().problem === null);
    expect(workers).toHaveLength(2);
    expect(await baseInService()).toBe(4);
  });
});

describe('scores', () => {
  it('scores of no rows are empty', async () => {
    await startRanker();
    expect(await score(new Float32Array(0), 0)).toHaveLength(0);
  });

  it('scores of a matrix with another width are refused', async () => {
    await startRanker();
    await expect(score(new Float32Array(4), 2)).rejects.toThrow('are not 2 rows of features');
  });

  it('are not given after the ranker stopped', async () => {
    await startRanker();
    await ranker.stop();
    await expect(score(new Float32Array(3), 1)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});

describe('the meaning of scores', () => {
  const acceptance = { weights: {}, slope: 1, intercept: -1 };
  const calibration = { next_purchase: { slope: 2, intercept: -3 }, anchors: null };

  it('is that of the model in service: log-odds, its acceptance, and its trees', async () => {
    await save(withManifest(first, { calibration, acceptance }));
    await publish(first);
    await startRanker();
    const { scores, meaning } = await scoreRows(Float32Array.of(0, 0, 0, 1, 0, 1), 2);
    expect([...scores]).toEqual([2 * 1 - 3, 2 * 3 - 3]);
    expect(meaning.acceptance).toEqual(acceptance);
    expect([...(meaning.comparison?.contributionsOf(Int32Array.of(0, 1, 2), 1) ?? [])]).toEqual([0.5, 0, 0.5]);
  });

  it('is not known for a model without a calibration: its scores stay as they are, and there are no probabilities', async () => {
    await startRanker();
    const { scores, meaning } = await scoreRows(new Float32Array(3), 1);
    expect([...scores]).toEqual([100]);
    expect(meaning.acceptance).toBeNull();
  });
});

describe('scoring under 200 requests a second', () => {
  it('no request fails while models are published, refused and rolled back, and each names its model', async () => {
    const models = [first, second, third];
    for (const artifact of models) await save(artifact);
    await startRanker();
    const known = new Map(
      [bundled, ...models].map((artifact) => [artifact.manifest.golden.scores[0], versionOf(artifact)]),
    );
    const ask = async () => {
      const { scores, build } = await scoreRows(new Float32Array(3), 1);
      return `${scores[0]} by ${build.artifactVersion}`;
    };
    const answers: Promise<string>[] = [];
    const clock = setInterval(() => answers.push(ask()), 5);
    try {
      for (const artifact of models) {
        await publish(artifact);
        await inService(artifact);
      }
      const damaged = join(store.directoryOf(brand, versionOf(second)), 'model.onnx');
      await truncate(damaged, 10);
      await publish(second);
      await problemSaid('damaged or replaced');
      await writeFile(damaged, second.onnx);
      for (const artifact of [second, third, second, first, bundled]) {
        await inService(artifact);
        if (artifact !== bundled) await store.rollback(brand);
      }
      const before = answers.length;
      await until('the bundled default has answered for a while', () => answers.length > before + 20);
    } finally {
      clearInterval(clock);
    }
    const outcomes = await Promise.allSettled(answers);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toEqual([]);
    const given = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined));
    expect(new Set(given)).toEqual(new Set([...known].map(([base, version]) => `${base} by ${version}`)));
  });
});
