import { createHash } from 'node:crypto';
import { describeBehaviour } from './behaviour-fixture.ts';
import { sizedArticleTypesOf } from './rules/eligibility.ts';
import { featureNames, featureSchema as registry } from './rules/feature-registry.ts';

/** The features that a model must have been trained on. */
export interface FeatureSchema {
  /** SHA-256 in hex, over the registry, what the code computes for a fixed shop, and the settings that change features. */
  readonly hash: string;
  readonly names: readonly string[];
  /** Keys, sorted. They decide which candidates there are. */
  readonly sizedArticleTypes: readonly string[];
  /** The hash of the bundled model. It is made for shops with any settings. */
  readonly bundledHash?: string;
}

/** Settings of the shop on which the bundled model is trained. */
export const bundledSizedArticleTypes: readonly string[] = ['ring', 'bracelet', 'bangle'];

const behaviour = describeBehaviour();

/** The feature schema of this version of the service with these settings. */
export function featureSchemaFor(sizedArticleTypes: readonly string[]): FeatureSchema {
  return {
    hash: hashFor(sizedArticleTypes),
    names: featureNames,
    sizedArticleTypes: keysOf(sizedArticleTypes),
    bundledHash: hashFor(bundledSizedArticleTypes),
  };
}

function hashFor(sizedArticleTypes: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([registry, behaviour, keysOf(sizedArticleTypes)]))
    .digest('hex');
}

function keysOf(sizedArticleTypes: readonly string[]): string[] {
  return [...sizedArticleTypesOf(sizedArticleTypes)].sort();
}
