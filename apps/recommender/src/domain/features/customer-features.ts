import { type Feature, missing } from './feature.ts';

/** Who asks: the same for all candidates of a question, so that the model can weigh the others by it. */
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
