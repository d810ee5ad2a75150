import { bundledSizedArticleTypes, featureSchemaFor } from '../../src/ranking/feature-schema.ts';
import type { FeatureMatrix } from '../../src/ranking/rules/feature-matrix.ts';
import { type ModelMeaning, noMeaning } from '../../src/ranking/rules/model-meaning.ts';

const { hash: featureSchemaHash } = featureSchemaFor(bundledSizedArticleTypes);

import type { Ranker } from '../../src/models/ranker.ts';

/** A model that reverses the first-stage order, which shows that it ranked; or that fails as set. */
export class FakeRanker implements Ranker {
  /** While it is set, scores wait for it. */
  until: Promise<void> | null = null;
  behaviour: 'ranks' | 'fails' | 'answers nonsense' | 'answers too little' = 'ranks';
  calls = 0;
  meaning: ModelMeaning = noMeaning;

  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  async score({ rowCount }: FeatureMatrix) {
    this.calls += 1;
    await this.until;
    if (this.behaviour === 'fails') throw new Error('the model takes too long');
    if (this.behaviour === 'answers nonsense') return this.#scored(new Float32Array(rowCount).fill(Number.NaN));
    const length = this.behaviour === 'ranks' ? rowCount : rowCount - 1;
    return this.#scored(Float32Array.from({ length }, (_, row) => row));
  }

  build() {
    return { artifactVersion: 'fake-1', featureSchemaHash };
  }

  #scored(scores: Float32Array) {
    return { scores, build: this.build(), meaning: this.meaning };
  }

  status() {
    const origin = 'published' as const;
    return { artifactVersion: 'fake-1', origin, trainedAt: null, problem: null };
  }
}
