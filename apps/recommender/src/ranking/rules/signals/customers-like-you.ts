import { HalfLife } from '../half-life.ts';
import { boughtBySimilar } from './bought-by-similar.ts';

export const customersLikeYou = boughtBySimilar({
  name: 'customers_like_you',
  about: {
    finds: 'the 600 most similar other customers bought',
    evidence: 'two of them',
  },
  weights: { alone: 1.3, withAnchors: 0.4 },
  halfLife: new HalfLife(400),
  evidenceDays: Number.POSITIVE_INFINITY,
});
