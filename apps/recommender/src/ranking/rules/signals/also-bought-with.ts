import { anchorAffinity } from './anchor-affinity.ts';
import { anchorsOf, similarItems } from './similar-items.ts';

export const alsoBoughtWith = similarItems({
  name: 'also_bought_with',
  about: {
    finds: 'buyers of the anchors bought on any day',
    evidence: 'two other customers',
  },
  weights: { alone: 0, withAnchors: 0.4 },
  relatedItems: anchorsOf,
  similarities: ({ alsoBought }) => alsoBought,
  timing: 'any_day',
  features: anchorAffinity(
    { name: 'anchor_also_bought', unit: 'affinity of one customer' },
    ({ purchases }) => purchases.alsoBought,
  ),
});
