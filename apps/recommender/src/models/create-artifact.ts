import { createHash } from 'node:crypto';
import { exportOnnx, scoreRows, type TreeEnsemble } from '@callside/boosting';
import type { TrainingObjective } from '@callside/schemas';
import {
  type Artifact,
  type ArtifactManifest,
  artifactVersion,
  bundledArtifactVersion,
  goldenFeatures,
  pickRows,
} from './artifact.ts';

export interface ArtifactDescription {
  readonly featureNames: readonly string[];
  /** Hex. */
  readonly featureSchemaHash: string;
  /** Keys of article types; absent for the bundled model. */
  readonly sizedArticleTypes?: readonly string[];
  readonly objective: string;
  /** Conversion when absent. */
  readonly trainedFor?: TrainingObjective;
  readonly seed: number;
  /** Slug. */
  readonly brand: string;
  readonly catalogVersion: string;
  readonly trainedAt: Date;
  /** In seconds; absent without a schedule. */
  readonly nextTrainingIn?: number | undefined;
  /** Row-major: rows like those that the model will score. Some of them become the golden rows. */
  readonly sampleFeatures: Float32Array;
  readonly importance: ArtifactManifest['importance'];
  /** Its last training date and its backtest; absent for a model that is not measured on its training shop again. */
  readonly learnt?: { readonly until: string; readonly backtest: TreeEnsemble };
  /** Whether the model is the bundled one. */
  readonly bundled?: boolean;
}

const producerVersion = '0.1.0';

/** The files of a trained model, without what is measured afterwards. The same ensemble and settings always give the same ONNX bytes. */
export function createArtifact(ensemble: TreeEnsemble, description: ArtifactDescription): Artifact {
  const { featureNames, featureSchemaHash, objective, seed, brand, catalogVersion, trainedAt, nextTrainingIn } =
    description;
  const metadata = {
    feature_schema_hash: featureSchemaHash,
    objective,
    seed: String(seed),
    brand,
    catalog_version: catalogVersion,
  };
  const onnx = exportOnnx(ensemble, { producerVersion, metadata });
  const onnxSha256 = sha256(onnx);
  const learnt = description.learnt ?? null;
  const backtest = learnt && exportOnnx(learnt.backtest, { producerVersion, metadata });
  const version = description.bundled ? bundledArtifactVersion(onnxSha256) : artifactVersion(trainedAt, onnxSha256);
  return {
    onnx,
    backtest,
    manifest: {
      artifact_version: version,
      feature_schema_hash: featureSchemaHash,
      feature_names: featureNames,
      sized_article_types: description.sizedArticleTypes ?? null,
      objective,
      trees: ensemble.trees.length,
      trained_at: trainedAt.toISOString(),
      ...(nextTrainingIn !== undefined && {
        next_training_at: new Date(trainedAt.getTime() + nextTrainingIn * 1_000).toISOString(),
      }),
      seed,
      brand,
      deployment: null,
      catalog_version: catalogVersion,
      onnx_sha256: onnxSha256,
      golden: scoredRows(ensemble, description.sampleFeatures),
      learnt_until: learnt?.until ?? null,
      backtest: learnt &&
        backtest && {
          onnx_sha256: sha256(backtest),
          golden: scoredRows(learnt.backtest, description.sampleFeatures),
        },
      trained_for: description.trainedFor ?? 'conversion',
      calibration: null,
      acceptance: null,
      metrics: {},
      importance: description.importance,
    },
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Some rows of the sample, with the trainer's scores. */
function scoredRows(ensemble: TreeEnsemble, sample: Float32Array): ArtifactManifest['golden'] {
  const rows = pickRows(sample, ensemble.featureCount);
  if (rows.length === 0) throw new RangeError('a model needs sample rows for its golden rows');
  const { values, rowCount } = goldenFeatures({ rows });
  return { rows, scores: Array.from(scoreRows(ensemble, values, rowCount)) };
}
