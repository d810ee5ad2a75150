import { ownItemsOf, similarItems } from './similar-items.ts';

export const boughtNext = similarItems({
  name: 'bought_next',
  about: {
    finds: "others bought after the customer's products",
    evidence: 'two other customers, later',
  },
  weights: { alone: 0.1, withAnchors: 0.2 },
  relatedItems: ownItemsOf,
  similarities: ({ boughtNext: next }) => next,
  timing: 'later',
});
