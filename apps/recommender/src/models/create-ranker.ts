import type { Logger } from '@callside/service-kit';
import type { FeatureSchema } from '../ranking/index.ts';
import type { BrandInService } from '../shop/index.ts';
import { findBundled, findRanking, findStored } from './artifact-finder.ts';
import { ModelRanker } from './model-ranker.ts';

interface Dependencies {
  /** Directory of all artifacts. */
  directory: string;
  brand: BrandInService;
  featureSchema: FeatureSchema;
  logger: Logger;
}

/** Follows the published models of the brand. */
export function createRanker({ directory, brand, featureSchema, logger }: Dependencies): ModelRanker {
  const findPublished = () => findRanking({ directory, ...brand.served });
  return new ModelRanker({ findRanking: findPublished, findBundled, featureSchema, logger });
}

/** Serves one stored model of the brand, whatever is published; none in its place, because an experiment would compare that one. */
export function createRankerOf(
  version: string,
  { directory, brand, featureSchema, logger }: Dependencies,
): ModelRanker {
  const find = () => findStored({ directory, ...brand.served }, version);
  return new ModelRanker({ findRanking: find, findBundled: null, featureSchema, logger });
}
