import type { Logger } from '@callside/service-kit';
import type { FeatureMatrix, FeatureSchema, Score } from '../ranking/index.ts';
import { type Artifact, type ArtifactManifest, backtestOf } from './artifact.ts';
import { ArtifactError, readArtifact } from './artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './artifact-finder.ts';
import { type ArtifactStore, nameOf } from './artifact-store.ts';
import { loadModel } from './load-model.ts';
import { sharedNowMs } from './onnx/onnx-messages.ts';
import { OnnxPool } from './onnx/onnx-pool.ts';

/** A loaded model that this service can use. */
export interface OpenModel {
  readonly manifest: ArtifactManifest;
  readonly score: Score;
  /** Scores of its backtest model; null where it has none. */
  readonly backtest: Score | null;
  close(): Promise<void>;
}

interface ModelOpenerOptions {
  store: ArtifactStore;
  featureSchema: FeatureSchema;
  logger: Logger;
}

/** No caller waits for these scores. */
const patienceMs = 60_000;

/** Opens models for evaluation, with all the checks that the service makes. Rejects with an ArtifactError. */
export class ModelOpener {
  readonly #options: ModelOpenerOptions;

  constructor(options: ModelOpenerOptions) {
    this.#options = options;
  }

  /** Null opens the bundled default. */
  async openStored(slug: string, version: string | null): Promise<OpenModel> {
    if (version !== null) return this.open(await this.#options.store.read(slug, version));
    return this.open(await readArtifact(bundledModelDirectory, bundledModelName), bundledModelName);
  }

  async open(artifact: Artifact, name = nameOf(artifact.manifest.artifact_version)): Promise<OpenModel> {
    const pool = await this.#load(artifact, name);
    const backtest = backtestOf(artifact);
    try {
      const backtestPool = backtest && (await this.#load(backtest, `the backtest of ${name}`));
      return {
        manifest: artifact.manifest,
        score: scoreWith(pool),
        backtest: backtestPool && scoreWith(backtestPool),
        close: async () => void (await Promise.all([pool.end(), backtestPool?.end()])),
      };
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  /** The scores of a model file without a manifest. */
  async scoresOf(onnx: Uint8Array, features: FeatureMatrix): Promise<Float32Array> {
    const pool = new OnnxPool({ model: onnx, size: 1, logger: this.#options.logger });
    try {
      await pool.start();
      return await scoreWith(pool)(features);
    } catch (cause) {
      throw new ArtifactError('ONNX Runtime cannot load the model, or it does not give a score for each row', {
        cause,
      });
    } finally {
      await pool.end();
    }
  }

  #load(artifact: Artifact, name: string): Promise<OnnxPool> {
    const { featureSchema, logger } = this.#options;
    return loadModel(artifact, name, { featureSchema, threads: 1, logger });
  }
}

function scoreWith(pool: OnnxPool): Score {
  return async (features) => pool.leastBusy().score(features, sharedNowMs() + patienceMs);
}
