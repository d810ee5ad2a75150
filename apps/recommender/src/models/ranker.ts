import type { ExactScores, FeatureMatrix, ModelScores } from '../ranking/index.ts';
import type { ModelStatus } from '../read-health.ts';

export interface ModelBuild {
  /** `none` without a model. */
  artifactVersion: string;
  featureSchemaHash: string;
}

/** The model that ranks candidates; tests replace it. */
export interface Ranker {
  /**
   * Scores, what they mean, and the model that made them. Rejects when the model fails or exceeds its time budget.
   */
  score: (features: FeatureMatrix, exactScores?: ExactScores) => Promise<ModelScores & { build: ModelBuild }>;
  /** The model in service, which recommendations without scores name. */
  build: () => ModelBuild;
  status: () => ModelStatus;
  /** Resolves when a model serves, or when the reason why none does is known. The brand must be known. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}
