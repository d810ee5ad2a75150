import { createHash } from 'node:crypto';
import { featureNames, featureSchema, featureSchemaOf, features } from './feature-registry.ts';
import type { Feature } from './features/feature.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const feature = (name: string, unit: string): Feature => ({ name, unit, of: () => 0 });

test('every feature has a unique name and says what it measures', () => {
  expect(new Set(featureNames).size).toBe(features.length);
  for (const { name, unit } of features) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(unit.trim()).not.toBe('');
    expect(`${name}${unit}`).not.toContain('\n');
  }
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
