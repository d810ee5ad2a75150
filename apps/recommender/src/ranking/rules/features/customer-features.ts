import { type FeatureGroup, missing } from './feature.ts';

/** Features of the customer. They are equal for all candidates of a query; the model combines them with the others. */
export const customerFeatures: FeatureGroup = {
  features: [
    { name: 'baskets', unit: 'baskets of the history' },
    { name: 'own_items', unit: 'distinct products of the history' },
    { name: 'own_per_basket', unit: 'distinct products by baskets' },
    { name: 'days_since_last', unit: 'days' },
    { name: 'anchors', unit: 'count' },
  ],
  of: ({ profile, anchors }) => {
    const { basketCount, own, daysSinceLast } = profile;
    const ownPerBasket = basketCount === 0 ? missing : own.length / basketCount;
    return (_, values) => {
      values.add(basketCount);
      values.add(own.length);
      values.add(ownPerBasket);
      values.add(daysSinceLast ?? missing);
      values.add(anchors.length);
    };
  },
};
