import type { Task, Training } from './protocol.ts';

interface Recommendation {
  /** Up to ten items of the catalogue, the best first. */
  readonly items: readonly number[];
  /** To distinguish items that it did not consider from items that it ranked too low. */
  readonly candidates: Iterable<number>;
}

export type Recommend = (task: Task) => Recommendation;

/** A recommender that is measured against the baselines. */
export interface Candidate<Model = unknown> {
  name: string;
  /** Learns from the data of the monthly training. */
  train(monthly: Training): Model | Promise<Model>;
  /** Uses the model with newer data. */
  serve(model: Model, training: Training): Recommend;
}
