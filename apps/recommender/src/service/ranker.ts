import type { Logger } from '@callside/service-kit';
import { findBundled, findRanking } from '../adapters/artifact-finder.ts';
import type { BrandInService } from '../adapters/brand-in-service.ts';
import { OnnxRanker } from '../adapters/onnx-ranker.ts';
import type { FeatureSchema } from '../models/feature-schema.ts';

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
