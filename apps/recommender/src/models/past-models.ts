import type { Logger } from '@callside/service-kit';
import type { FeatureMatrix, FeatureSchema } from '../ranking/index.ts';
import type { BrandInService } from '../shop/index.ts';
import { isBundledVersion } from './artifact.ts';
import { findBundled, findStored } from './artifact-finder.ts';
import { ModelRanker } from './model-ranker.ts';
import type { Ranker } from './ranker.ts';

interface Dependencies {
  /** Directory of all artifacts. */
  directory: string;
  brand: BrandInService;
  featureSchema: FeatureSchema;
  logger: Logger;
  inService: Pick<Ranker, 'build' | 'score'>;
}

/** Long, because no call waits for these scores. */
const budgetMs = 5_000;

type Scored = Awaited<ReturnType<Ranker['score']>>;

/** Scores with the model of an earlier recommendation. A model that is not in service is loaded for it: one at a time. */
export class PastModels {
  readonly #dependencies: Dependencies;
  #last: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** With the model in service if the model of this version is not on file or cannot be used. Null: that one fails, too. */
  async score(version: string, features: FeatureMatrix): Promise<Scored | null> {
    const { inService } = this.#dependencies;
    if (inService.build().artifactVersion !== version) {
      const scoring = this.#last.then(() => this.#scoreStored(version, features)).catch(() => null);
      this.#last = scoring;
      const scored = await scoring;
      if (scored !== null) return scored;
    }
    return inService.score(features).catch(() => null);
  }

  async #scoreStored(version: string, features: FeatureMatrix): Promise<Scored | null> {
    const { directory, brand, featureSchema, logger } = this.#dependencies;
    const location = { directory, ...brand.served };
    const found = isBundledVersion(version) ? await findBundled() : await findStored(location, version);
    // Before it is given to a ranker, which would report what is missing as a fault.
    if ((await found.read()).manifest.artifact_version !== version) return null;
    const find = async () => found;
    const ranker = new ModelRanker({
      findRanking: find,
      findBundled: find,
      featureSchema,
      logger,
      budgetMs,
    });
    try {
      await ranker.start();
      return await ranker.score(features);
    } finally {
      await ranker.stop();
    }
  }
}
