import { ownItemsOf, similarItems } from './similar-items.ts';

export const completesHistory = similarItems({
  name: 'completes_history',
  about: {
    finds: "others bought in the same basket as the customer's products",
    evidence: 'two other customers, on one day',
  },
  weights: { alone: 0.1, withAnchors: 0.1 },
  relatedItems: ownItemsOf,
  similarities: ({ together }) => together,
  timing: 'same_day',
});
