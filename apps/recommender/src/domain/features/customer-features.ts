import { type Feature, missing } from './feature.ts';

/** Features of the customer. They are equal for all candidates of a query; the model combines them with the others. */
export const customerFeatures: readonly Feature[] = [
  { name: 'baskets', unit: 'baskets of the history', of: ({ profile }) => profile.basketCount },
  { name: 'own_items', unit: 'distinct products of the history', of: ({ profile }) => profile.own.length },
  {
    name: 'own_per_basket',
    unit: 'distinct products by baskets',
    of: ({ profile }) => (profile.basketCount === 0 ? missing : profile.own.length / profile.basketCount),
  },
  { name: 'days_since_last', unit: 'days', of: ({ profile }) => profile.daysSinceLast ?? missing },
  { name: 'anchors', unit: 'count', of: ({ anchors }) => anchors.length },
];
