import type { Logger } from '@callside/service-kit';
import type { FeatureSchema } from '../ranking/index.ts';
import type { BrandInService } from '../shop/index.ts';
import { findBundled, findRanking, findStored } from './artifact-finder.ts';
import { OnnxRanker } from './onnx/onnx-ranker.ts';

interface Dependencies {
  /** Directory of all artifacts. */
  directory: string;
  brand: BrandInService;
  featureSchema: FeatureSchema;
  logger: Logger;
}

/** Follows the published models of the brand. */
export function createRanker({ directory, brand, featureSchema, logger }: Dependencies): OnnxRanker {
  const findPublished = () => findRanking({ directory, ...brand.served });
  return new OnnxRanker({ findRanking: findPublished, findBundled, featureSchema, logger });
}

/** Serves one stored model of the brand, whatever is published. */
export function createRankerOf(version: string, { directory, brand, featureSchema, logger }: Dependencies): OnnxRanker {
  const find = () => findStored({ directory, ...brand.served }, version);
  return new OnnxRanker({ findRanking: find, findBundled, featureSchema, logger, threads: 1 });
}
