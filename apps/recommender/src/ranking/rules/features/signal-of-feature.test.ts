import { featureNames } from '../feature-registry.ts';
import { signals } from '../signals/signals.ts';
import { allSignals, signalOfFeature } from './signal-of-feature.ts';

it('each feature is mapped to the signal that it describes', () => {
  expect(Object.keys(signalOfFeature).sort()).toEqual([...featureNames].sort());
  const names = signals.map(({ name }) => name);
  expect(new Set(Object.values(signalOfFeature))).toEqual(new Set([...names, allSignals, null]));
  expect(signalOfFeature).toMatchObject({
    own_repeat_place: 'own_repeat',
    repeat_rate: 'own_repeat',
    anchor_together: 'often_bought_with',
    pre_rank_place: allSignals,
    days_on_sale: null,
    baskets: null,
  });
});
