import { anchorAffinity } from './anchor-affinity.ts';
import { anchorsOf, similarItems } from './similar-items.ts';

export const oftenBoughtWith = similarItems({
  name: 'often_bought_with',
  about: {
    finds: 'others bought in the same basket as the anchors',
    evidence: 'two other customers, on one day',
  },
  weights: { alone: 0, withAnchors: 2 },
  relatedItems: anchorsOf,
  similarities: ({ together }) => together,
  timing: 'same_day',
  features: anchorAffinity(
    { name: 'anchor_together', unit: 'affinity of one basket' },
    ({ purchases }) => purchases.together,
  ),
});
