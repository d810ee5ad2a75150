import type { Task, Training } from './protocol.ts';

/** Up to ten items of the catalogue, the best first. */
export type Recommendation =
  | readonly number[]
  | {
      readonly items: readonly number[];
      /** All its candidates, to distinguish items that it did not consider from items that it ranked too low. */
      readonly candidates: Iterable<number>;
    };

export type Recommend = (task: Task) => Recommendation | Promise<Recommendation>;

/** A recommender that is measured against the baselines. */
export interface Candidate<Model = unknown> {
  name: string;
  /** Learns from the data of the monthly training. */
  train(monthly: Training): Model | Promise<Model>;
  /** Uses the model with newer data. */
  serve(model: Model, training: Training): Recommend;
}
