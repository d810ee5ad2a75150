import { ModelProblem } from '../model-problem.ts';
import { rangeOfDays } from '../ranking/index.ts';
import { holdoutOf } from './holdout.ts';
import type { RankerData } from './shop-as-of.ts';

/** Fewer days are not enough for a first history, for training and for measuring. */
const fewestDays = 28;

/** Throws a ModelProblem that says what to import when there are no products or no orders. */
export function requireOrders({ catalogue, rows }: RankerData): void {
  if (catalogue.items.length === 0) {
    throw new ModelProblem('the catalogue is empty; `callside catalog import` fills it');
  }
  if (rows.days.length === 0) {
    throw new ModelProblem(
      'there are no orders of products in the catalogue up to today, or all were returned; import orders with `callside orders import`',
    );
  }
}

/** Throws a ModelProblem that says what is missing for training. */
export function requireEnoughToTrain(data: RankerData): void {
  requireOrders(data);
  const { first, last } = rangeOfDays(data.rows.days);
  const covered = last - first + 1;
  if (covered < fewestDays) {
    throw new ModelProblem(
      `the orders are of ${covered} ${covered === 1 ? 'day' : 'days'}; a training needs orders of ${fewestDays} days, because it learns from the earlier ones and is measured on the later ones`,
    );
  }
  const holdout = holdoutOf(data.rows);
  if (holdout.days.every(({ tasks }) => tasks.length === 0)) {
    throw new ModelProblem(
      `in the last ${holdout.lastDay - holdout.from + 1} days of the orders no customer returned and nobody bought two products at once: no purchase can be measured`,
    );
  }
}
