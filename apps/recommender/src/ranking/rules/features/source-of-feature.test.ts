import { candidateSources } from '../candidates/generate-candidates.ts';
import { featureNames } from '../feature-registry.ts';
import { allSources, sourceOfFeature } from './source-of-feature.ts';

it('each feature is mapped to the source that it describes', () => {
  expect(Object.keys(sourceOfFeature).sort()).toEqual([...featureNames].sort());
  const sources = candidateSources.map(({ name }) => name);
  expect(new Set(Object.values(sourceOfFeature))).toEqual(new Set([...sources, allSources, null]));
});
