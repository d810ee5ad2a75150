import type { FeatureMatrix } from './feature-matrix.ts';
import { candidateFeatures } from './features/candidate-features.ts';
import { customerFeatures } from './features/customer-features.ts';
import type { Feature, FeatureContext, FeatureGroup } from './features/feature.ts';
import { FeatureValues } from './features/feature-values.ts';
import { signals } from './signals/signals.ts';

export const featureGroups: readonly FeatureGroup[] = [
  candidateFeatures,
  customerFeatures,
  ...signals.flatMap(({ features: ofSignal }) => ofSignal ?? []),
];

/** The features that the model reads, in its order. Training and serving use this one list. */
export const features: readonly Feature[] = featureGroups.flatMap((group) => group.features);

export const featureNames: readonly string[] = features.map(({ name }) => name);

/** The registry as text. Its SHA-256 is the `feature_schema_hash`; a model works with exactly one registry. */
export const featureSchema = featureSchemaOf(features);

export function featureSchemaOf(registry: readonly Feature[]): string {
  return registry.map(({ name, unit }) => `float32 ${name}: ${unit}`).join('\n');
}

/** Feature vectors of all candidates, in their order. */
export function featureMatrix(context: FeatureContext): FeatureMatrix {
  const { items } = context.candidates;
  const { ownByItem } = context.profile;
  const addFeatures = featureGroups.map((group) => group.of(context));
  const values = new FeatureValues(items.length * features.length);
  for (let row = 0; row < items.length; row += 1) {
    const item = items[row] as number;
    const candidate = { row, item, own: ownByItem.get(item) };
    for (const add of addFeatures) add(candidate, values);
  }
  return { values: values.all, rowCount: items.length };
}
