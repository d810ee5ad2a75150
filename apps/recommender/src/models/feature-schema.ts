import { createHash } from 'node:crypto';
import { featureNames, featureSchema as registry } from '../domain/feature-registry.ts';

/** The features that a model must have been trained on. */
export interface FeatureSchema {
  /** SHA-256 of the schema, in hex. */
  readonly hash: string;
  readonly names: readonly string[];
}

/** Of this version of the service. */
export const featureSchema: FeatureSchema = {
  hash: createHash('sha256').update(registry).digest('hex'),
  names: featureNames,
};
