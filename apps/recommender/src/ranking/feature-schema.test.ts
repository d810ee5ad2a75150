import { describeBehaviour } from './behaviour-fixture.ts';
import { bundledSizedArticleTypes, featureSchemaFor } from './feature-schema.ts';
import { featureGroups, featureNames } from './rules/feature-registry.ts';
import { signals } from './rules/signals/signals.ts';

const known = describeBehaviour();

/** The behaviour while a part of the code is changed. */
function behaviourWith<Part extends object>(part: Part, change: Partial<Part>): string {
  const before = { ...part };
  Object.assign(part, change);
  try {
    return describeBehaviour();
  } finally {
    for (const added of Object.keys(change).filter((key) => !(key in before))) Reflect.deleteProperty(part, added);
    Object.assign(part, before);
  }
}

it('the feature schema is the same in each run', () => {
  expect(describeBehaviour()).toBe(known);
});

const placedFeatures = featureGroups.flatMap((group) =>
  group.features.map(({ name }, place) => ({ name, place, group })),
);

it.each(placedFeatures)('the feature schema changes when $name is computed in another way', ({ place, group }) => {
  const { of } = group;
  const changed = behaviourWith(group, {
    of: (context) => {
      const add = of(context);
      return (candidate, values) => {
        const changedAt = values.count + place;
        add(candidate, values);
        values.all[changedAt] = (values.all[changedAt] as number) * 1.01 + 0.01;
      };
    },
  });
  expect(changed).not.toBe(known);
});

it.each(signals.map((signal) => [signal.name, signal] as const))(
  'the feature schema changes when the weight of %s changes',
  (_, signal) => {
    const { alone, withAnchors } = signal.weights;
    expect(behaviourWith(signal, { weights: { alone: alone + 0.01, withAnchors } })).not.toBe(known);
    expect(behaviourWith(signal, { weights: { alone, withAnchors: withAnchors + 0.01 } })).not.toBe(known);
    const perShare = signal.weightsPerRepeatShare ?? { alone: 0, withAnchors: 0 };
    const [more, moreWithAnchors] = [perShare.alone + 0.01, perShare.withAnchors + 0.01];
    expect(behaviourWith(signal, { weightsPerRepeatShare: { ...perShare, alone: more } })).not.toBe(known);
    expect(behaviourWith(signal, { weightsPerRepeatShare: { ...perShare, withAnchors: moreWithAnchors } })).not.toBe(
      known,
    );
    // Otherwise the cases after this one could not fail.
    expect(describeBehaviour()).toBe(known);
  },
);

it('the hash depends on the sized article types, but not on their order or spelling', () => {
  const { hash, names } = featureSchemaFor(['ring', 'bracelet']);
  expect(names).toBe(featureNames);
  expect(featureSchemaFor(['Bracelets', ' RING ']).hash).toBe(hash);
  expect(featureSchemaFor(['ring']).hash).not.toBe(hash);
  expect(featureSchemaFor([]).hash).not.toBe(hash);
});

it('the hash for the bundled model is the same with any settings', () => {
  const { hash } = featureSchemaFor(bundledSizedArticleTypes);
  expect(featureSchemaFor([]).bundledHash).toBe(hash);
  expect(featureSchemaFor(bundledSizedArticleTypes).bundledHash).toBe(hash);
});

it('every feature has more than one value in the fixture, so that any change of a feature is detected', () => {
  const values = featureNames.map((_, index) => new Set(valuesOf(index)).size);
  expect(featureNames.filter((_, index) => (values[index] as number) < 2)).toEqual([]);
});

function valuesOf(feature: number): string[] {
  const lines = known.split('\n').slice(0, 6);
  return lines
    .filter((_, index) => index % 2 === 1)
    .flatMap((line) => line.split(' ').filter((_, index) => index % featureNames.length === feature));
}
