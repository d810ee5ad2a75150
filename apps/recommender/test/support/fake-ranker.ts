import { bundledSizedArticleTypes, featureSchemaFor } from '../../src/ranking/feature-schema.ts';
import type { FeatureMatrix } from '../../src/ranking/rules/feature-matrix.ts';
import { type ModelMeaning, noMeaning } from '../../src/ranking/rules/model-meaning.ts';
import type { ExactScores } from '../../src/ranking/rules/model-reasons.ts';

const { hash: featureSchemaHash } = featureSchemaFor(bundledSizedArticleTypes);

import type { Ranker } from '../../src/models/ranker.ts';

/** A model that reverses the first-stage order, which shows that it ranked; or that fails as set. */
export class FakeRanker implements Ranker {
  /** While it is set, scores wait for it. */
  until: Promise<void> | null = null;
  behaviour: 'ranks' | 'estimates all but the best' | 'fails' | 'answers nonsense' | 'answers too little' = 'ranks';
  calls = 0;
  meaning: ModelMeaning = noMeaning;

  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  async score({ rowCount }: FeatureMatrix, exactScores: ExactScores = 'all') {
    this.calls += 1;
    await this.until;
    if (this.behaviour === 'fails') throw new Error('the model takes too long');
    if (this.behaviour === 'answers nonsense') return this.#scored(new Float32Array(rowCount).fill(Number.NaN));
    const length = this.behaviour === 'answers too little' ? rowCount - 1 : rowCount;
    const scores = Float32Array.from({ length }, (_, row) => row);
    if (exactScores === 'all' || this.behaviour !== 'estimates all but the best') return this.#scored(scores);
    const best = rowCount - 1;
    const estimates = scores.map((score, row) => (row === best ? score : -0.5 * score));
    return this.#scored(estimates, { ...this.meaning, exactRows: new Set([best]) });
  }

  build() {
    return { artifactVersion: 'fake-1', featureSchemaHash };
  }

  #scored(scores: Float32Array, meaning = this.meaning) {
    return { scores, build: this.build(), meaning };
  }

  status() {
    const origin = 'published' as const;
    return { artifactVersion: 'fake-1', origin, trainedAt: null, problem: null };
  }
}
