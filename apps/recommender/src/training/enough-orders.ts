import { ModelProblem } from '../models/model-problem.ts';
import { latestSlice } from './latest-slice.ts';
import { planSlices } from './slice-plan.ts';
import { defaultRankerSettings, type RankerData } from './train-ranker.ts';

/** For the first history, for learning, for choosing and for measuring. */
const fewestSlices = 4;

/** Throws a ModelProblem that says what to import when there are no products or no orders. */
export function requireOrders({ catalogue, rows }: RankerData): void {
  if (catalogue.items.length === 0) {
    throw new ModelProblem('the catalogue is empty; `callside catalog import` fills it');
  }
  if (rows.days.length === 0) {
    throw new ModelProblem('there are no orders of products in the catalogue; `callside orders import` brings them');
  }
}

/** Throws a ModelProblem that says what is missing for training. */
export function requireEnoughToTrain(data: RankerData): void {
  requireOrders(data);
  const { days } = data.rows;
  const first = days.reduce((earliest, day) => Math.min(earliest, day), Number.POSITIVE_INFINITY);
  const last = days.reduce((latest, day) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
  const { report } = planSlices(data.rows, defaultRankerSettings);
  const needed = fewestSlices * report.days;
  if (last - first + 1 < needed) {
    throw new ModelProblem(
      `the orders cover ${last - first + 1} days; to train on some and to measure on later ones takes ${needed}`,
    );
  }
  if (latestSlice(data.rows).tasks.length === 0) {
    throw new ModelProblem(
      `in the last ${report.days} days of the orders no customer came back and nobody bought two things at once: there is nothing to measure by`,
    );
  }
}
