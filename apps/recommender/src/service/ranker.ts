import type { Logger } from '@callside/service-kit';
import { findArtifact, findBundled } from '../adapters/artifact-finder.ts';
import type { BrandInService } from '../adapters/brand-in-service.ts';
import { OnnxRanker } from '../adapters/onnx-ranker.ts';
import { featureSchema } from '../models/feature-schema.ts';
import type { Ranker } from '../use-cases/ranker.ts';
import type { ModelStatus } from '../use-cases/read-health.ts';

/** A ranker that follows the published models. */
export interface RankerInService extends Ranker {
  /** Must be called after the brand is known. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  status: () => ModelStatus;
}

interface Dependencies {
  directory: string;
  brand: BrandInService;
  logger: Logger;
}

export function createRanker({ directory, brand, logger }: Dependencies): RankerInService {
  return new OnnxRanker({
    findArtifact: () => findArtifact({ directory, ...brand.served }),
    findBundled,
    featureSchema,
    logger,
  });
}
