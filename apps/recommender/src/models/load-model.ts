import { TreeScorer } from '@callside/boosting/scorer';
import type { Logger } from '@callside/service-kit';
import { type FeatureSchema, featureSchemaFor, scoreCandidates } from '../ranking/index.ts';
import {
  type Artifact,
  type ArtifactManifest,
  findGoldenMismatch,
  goldenFeatures,
  isBundledVersion,
} from './artifact.ts';
import { ArtifactError } from './artifact-files.ts';
import { OnnxScorer } from './onnx/onnx-scorer.ts';
import type { StartWorker } from './onnx/onnx-thread.ts';
import { readTrees } from './read-trees.ts';
import type { Scorer } from './scorer.ts';

interface LoadModelOptions {
  featureSchema: FeatureSchema;
  logger: Logger;
  startWorker?: StartWorker;
}

/** Long, because no request waits for it and the machine may be busy. */
const warmUpLimitMs = 10_000;

/**
 * Loads a model and checks that it gives the expected scores of the golden rows. Trees are scored by this thread, as exactly as ONNX Runtime
 * does and without a message to another thread; it scores the models whose trees cannot be read. Throws ArtifactError when this service
 * cannot use the model; `name` is its name in messages.
 */
export async function loadModel(
  { manifest, onnx }: Pick<Artifact, 'manifest' | 'onnx'>,
  name: string,
  { featureSchema, logger, startWorker }: LoadModelOptions,
): Promise<Scorer> {
  const problem = problemOfFeatures(manifest, name, featureSchema);
  if (problem !== null) throw new ArtifactError(problem);
  const trees = await treesOf(onnx, manifest, name, logger);
  if (trees !== null) return trees;
  const scorer = new OnnxScorer({ model: onnx, logger, ...(startWorker && { startWorker }) });
  try {
    await scorer.start();
  } catch (cause) {
    throw new ArtifactError(`ONNX Runtime cannot load ${name}`, { cause });
  }
  try {
    await checkGoldenRows(scorer, manifest, name);
    return scorer;
  } catch (error) {
    await scorer.end();
    throw error;
  }
}

/** Null for a model with trees that cannot be read, or are not all of it: its golden rows have other scores. */
async function treesOf(
  onnx: Uint8Array,
  { golden }: ArtifactManifest,
  name: string,
  logger: Logger,
): Promise<Scorer | null> {
  try {
    const scorer = new TreeScorer(await readTrees(onnx));
    const features = goldenFeatures(golden);
    if (findGoldenMismatch(golden, scorer.score(features.values, features.rowCount).scores) !== null) return null;
    return {
      score: async (rows, _, exactScores = 'all') => scoreCandidates(scorer, rows, exactScores),
      isRunning: true,
      end: async () => {},
    };
  } catch (error) {
    const message = `the trees of ${name} cannot be read: ONNX Runtime scores, and reasons come from the signals`;
    logger.warn({ err: error }, message);
    return null;
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

async function checkGoldenRows(scorer: Scorer, { golden }: ArtifactManifest, name: string): Promise<void> {
  const { scores } = await scorer.score(goldenFeatures(golden), warmUpLimitMs).catch((cause: unknown) => {
    throw new ArtifactError(`${name} cannot score its golden rows`, { cause });
  });
  const mismatch = findGoldenMismatch(golden, scores);
  if (mismatch === null) return;
  const { row, expected, actual } = mismatch;
  throw new ArtifactError(`${name} does not score as its trainer did: golden row ${row} is ${actual}, not ${expected}`);
}
