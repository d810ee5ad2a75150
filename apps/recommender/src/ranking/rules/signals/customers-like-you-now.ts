import { HalfLife } from '../half-life.ts';
import { boughtBySimilar } from './bought-by-similar.ts';
import { recentDays } from './evidence.ts';

export const customersLikeYouNow = boughtBySimilar({
  name: 'customers_like_you_now',
  about: {
    finds: 'the most similar other customers bought in the last weeks',
    evidence: 'two of them in 30 days',
  },
  weights: { alone: 0.3, withAnchors: 0.1 },
  halfLife: new HalfLife(30),
  evidenceDays: recentDays,
});
