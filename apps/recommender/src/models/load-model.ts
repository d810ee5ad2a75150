import type { Logger } from '@callside/service-kit';
import { type FeatureSchema, featureSchemaFor } from '../ranking/index.ts';
import {
  type Artifact,
  type ArtifactManifest,
  findGoldenMismatch,
  goldenFeatures,
  isBundledVersion,
} from './artifact.ts';
import { ArtifactError } from './artifact-files.ts';
import { sharedNowMs } from './onnx/onnx-messages.ts';
import { OnnxPool } from './onnx/onnx-pool.ts';
import type { StartWorker } from './onnx/onnx-thread.ts';

interface LoadModelOptions {
  featureSchema: FeatureSchema;
  threads: number;
  logger: Logger;
  startWorker?: StartWorker;
}

/** Long, because no request waits for it and the machine may be busy. */
const warmUpLimitMs = 10_000;

/**
 * Starts new threads with the model. Each thread is warm: it returned the expected scores of the golden rows. Throws
 * ArtifactError and ends the threads when this service cannot use the model; `name` is its name in messages.
 */
export async function loadModel(
  { manifest, onnx }: Pick<Artifact, 'manifest' | 'onnx'>,
  name: string,
  { featureSchema, threads, logger, startWorker }: LoadModelOptions,
): Promise<OnnxPool> {
  const problem = problemOfFeatures(manifest, name, featureSchema);
  if (problem !== null) throw new ArtifactError(problem);
  const pool = new OnnxPool({ model: onnx, size: threads, logger, ...(startWorker && { startWorker }) });
  try {
    await pool.start();
  } catch (cause) {
    throw new ArtifactError(`ONNX Runtime cannot load ${name}`, { cause });
  }
  try {
    await checkGoldenRows(pool, manifest, name);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Null: this service computes the features of the model. */
export function problemOfFeatures(
  manifest: ArtifactManifest,
  name: string,
  { hash, names, bundledHash, sizedArticleTypes }: FeatureSchema,
): string | null {
  const theirs = manifest.feature_schema_hash;
  const expected = isBundledVersion(manifest.artifact_version) ? (bundledHash ?? hash) : hash;
  if (theirs !== expected) {
    const sized = manifest.sized_article_types;
    if (sized !== null && String(sized) !== String(sizedArticleTypes) && featureSchemaFor(sized).hash === theirs) {
      return `${name} was trained with SIZED_ARTICLE_TYPES=${sized} and the recommender has SIZED_ARTICLE_TYPES=${sizedArticleTypes}: set it as in training, or train again with it and publish the new model`;
    }
    return `${name} was trained on other features than this service computes: its feature_schema_hash is ${theirs}, the service's is ${expected}; train again with this version and these settings, and publish the new model`;
  }
  return manifest.golden.rows.some(({ length }) => length !== names.length)
    ? `the golden rows of ${name} do not have ${names.length} features each`
    : null;
}

async function checkGoldenRows(pool: OnnxPool, { golden }: ArtifactManifest, name: string): Promise<void> {
  let scores: Float32Array[];
  try {
    const deadlineMs = sharedNowMs() + warmUpLimitMs;
    scores = await Promise.all(pool.threads.map((thread) => thread.score(goldenFeatures(golden), deadlineMs)));
  } catch (cause) {
    throw new ArtifactError(`${name} cannot score its golden rows`, { cause });
  }
  for (const ofThread of scores) {
    const mismatch = findGoldenMismatch(golden, ofThread);
    if (mismatch === null) continue;
    const { row, expected, actual } = mismatch;
    throw new ArtifactError(
      `${name} does not score as its trainer did: golden row ${row} is ${actual}, not ${expected}`,
    );
  }
}
