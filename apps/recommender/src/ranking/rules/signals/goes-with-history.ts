import { ownItemsOf, similarItems } from './similar-items.ts';

export const goesWithHistory = similarItems({
  name: 'goes_with_history',
  about: {
    finds: "buyers of the customer's products bought, nearer days first",
    evidence: 'two other customers',
  },
  weights: { alone: 0.1, withAnchors: 0.2 },
  relatedItems: ownItemsOf,
  similarities: ({ alsoBought }) => alsoBought,
  timing: 'any_day',
});
