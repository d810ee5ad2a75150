import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { shopsWithRequests, snapshotOf } from '../../../test/support/small-shops.ts';
import { featureGroups, featureNames, featureSchema, featureSchemaOf, features } from './feature-registry.ts';
import type { Feature } from './features/feature.ts';
import { FeatureValues } from './features/feature-values.ts';
import { prepareOffers } from './offers.ts';
import { SparseAccumulator } from './sparse-accumulator.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const feature = (name: string, unit: string): Feature => ({ name, unit });

test('every feature has a unique name and says what it measures', () => {
  expect(new Set(featureNames).size).toBe(features.length);
  for (const { name, unit } of features) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(unit.trim()).not.toBe('');
    expect(`${name}${unit}`).not.toContain('\n');
  }
});

test('each group adds as many values as it has features', () => {
  fc.assert(
    fc.property(shopsWithRequests, ({ shop, request }) => {
      const candidates = prepareOffers(snapshotOf(shop), request);
      const scratch = new SparseAccumulator(shop.items.length);
      for (const { features: named, of } of featureGroups) {
        const add = of({ ...candidates, candidates, scratch });
        for (const [row, item] of candidates.items.entries()) {
          const values = new FeatureValues(named.length);
          add({ row, item, own: candidates.profile.ownByItem.get(item) }, values);
          expect(values.count).toBe(named.length);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('the schema names each feature in the order in which the model reads them', () => {
  const lines = featureSchema.split('\n');
  expect(lines).toHaveLength(featureNames.length);
  for (const [index, name] of featureNames.entries()) expect(lines[index]).toContain(` ${name}: `);
});

test('a change of name, unit, order or number of features changes the schema', () => {
  const [one, other] = [feature('price', 'dollars'), feature('buyers', 'count')];
  const schemas = [
    [one, other],
    [other, one],
    [one],
    [feature('list_price', 'dollars'), other],
    [feature('price', 'logarithm of dollars'), other],
  ].map(featureSchemaOf);
  expect(new Set(schemas.map(sha256)).size).toBe(schemas.length);
  expect(featureSchemaOf(features)).toBe(featureSchema);
});
