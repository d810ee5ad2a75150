import type { Logger } from '@callside/service-kit';
import type { FeatureMatrix, FeatureSchema, Score } from '../ranking/index.ts';
import { type Artifact, type ArtifactManifest, backtestOf } from './artifact.ts';
import { ArtifactError, readArtifact } from './artifact-files.ts';
import { bundledModelDirectory, bundledModelName } from './artifact-finder.ts';
import { type ArtifactStore, nameOf } from './artifact-store.ts';
import { loadModel } from './load-model.ts';
import { OnnxScorer } from './onnx/onnx-scorer.ts';
import type { Scorer } from './scorer.ts';

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
    const scorer = await this.#load(artifact, name);
    const backtest = backtestOf(artifact);
    try {
      const backtestScorer = backtest && (await this.#load(backtest, `the backtest of ${name}`));
      return {
        manifest: artifact.manifest,
        score: scoreWith(scorer),
        backtest: backtestScorer && scoreWith(backtestScorer),
        close: async () => void (await Promise.all([scorer.end(), backtestScorer?.end()])),
      };
    } catch (error) {
      await scorer.end();
      throw error;
    }
  }

  /** The scores of a model file without a manifest. */
  async scoresOf(onnx: Uint8Array, features: FeatureMatrix): Promise<Float32Array> {
    const scorer = new OnnxScorer({ model: onnx, logger: this.#options.logger });
    try {
      await scorer.start();
      return await scoreWith(scorer)(features);
    } catch (cause) {
      throw new ArtifactError('ONNX Runtime cannot load the model, or it does not give a score for each row', {
        cause,
      });
    } finally {
      await scorer.end();
    }
  }

  #load(artifact: Artifact, name: string): Promise<Scorer> {
    const { featureSchema, logger } = this.#options;
    return loadModel(artifact, name, { featureSchema, logger });
  }
}

function scoreWith(scorer: Scorer): Score {
  return async (features) => (await scorer.score(features, patienceMs)).scores;
}
