import { collectionName, drawCollection } from './collection-designs.ts';
import { RandomSource } from './random-source.ts';
import { collectionAdjectives, collectionNouns } from './vocabulary.ts';

it('no two collections have the same name', () => {
  const names = Array.from({ length: 10_000 }, (_, index) =>
    collectionName(index, collectionNouns, collectionAdjectives),
  );
  expect(new Set(names).size).toBe(names.length);
});

it('all pieces of a collection have its style, gem, name and trend', () => {
  for (let seed = 0; seed < 50; seed++) {
    const designs = drawCollection(seed, 'Willow', new RandomSource(seed));
    const shared = designs.map(({ style, gem, collectionName: name, trend }) =>
      JSON.stringify([style, gem, name, trend]),
    );
    expect(new Set(shared).size).toBeLessThanOrEqual(1);
    expect(new Set(designs.map(({ metal }) => metal)).size).toBeLessThanOrEqual(2);
  }
});
