import { type CalibrationLine, logOddsOf, probabilityOf } from '../ranking/index.ts';
import { customerWeights } from './customer-weights.ts';
import { fitLogistic } from './fit-logistic.ts';
import { type Prediction, type Reliability, reliabilityOfPredictions } from './reliability.ts';
import { hashOf } from './stable-hash.ts';

/** The scored candidates of one query, and which of them were bought on its day. */
export interface ScoredQuery {
  readonly customer: number;
  readonly scores: Float32Array;
  /** 1 for a candidate that was bought. */
  readonly bought: Uint8Array;
}

/** With fewer purchases, the slope would mostly reflect chance. */
const fewestPurchases = 20;
/** Only the best candidates are offered. */
const offersOfQuery = 10;
/** So weak that it only keeps the coefficients finite. */
const penalty = 1e-3;

/**
 * Logistic regression of "was bought" on the score, over all candidates (Platt scaling). A straight line, because then equal factors
 * change the odds of all products equally. Null with too few purchases, and when a higher score does not mean a purchase more often.
 */
export function fitCalibration(queries: readonly ScoredQuery[]): CalibrationLine | null {
  const purchases = queries.reduce((sum, { bought }) => sum + bought.reduce((count, one) => count + one, 0), 0);
  if (purchases < fewestPurchases) return null;
  const rows = queries.reduce((sum, { scores }) => sum + scores.length, 0);
  const [scores, outcomes, weights] = [new Float64Array(rows), new Uint8Array(rows), new Float64Array(rows)];
  const ofCustomer = customerWeights(queries.map(({ customer }) => customer));
  let row = 0;
  for (const [query, { scores: ofQuery, bought }] of queries.entries()) {
    scores.set(ofQuery, row);
    outcomes.set(bought, row);
    weights.fill(ofCustomer[query] as number, row, row + ofQuery.length);
    row += ofQuery.length;
  }
  const columns = [new Uint8Array(rows).fill(1), scores];
  const [intercept = 0, slope = 0] = fitLogistic({ columns, outcomes, weights }, [penalty, penalty]);
  return slope > 0 ? { slope, intercept } : null;
}

/**
 * The reliability of a line that is fitted on one half of the customers and measured on the other half, in both directions: a line
 * that is measured on its own queries would look better than it is. Null with too few purchases.
 */
export function crossFittedReliability(queries: readonly ScoredQuery[]): Reliability | null {
  const half = (which: number) => queries.filter(({ customer }) => hashOf(1, customer) % 2 === which);
  const [even, odd] = [half(0), half(1)];
  const [ofEven, ofOdd] = [fitCalibration(even), fitCalibration(odd)];
  if (ofEven === null || ofOdd === null) return null;
  return reliabilityOfPredictions([...predictionsOf(even, ofOdd), ...predictionsOf(odd, ofEven)]);
}

/** The reliability of a line that was fitted on other queries. */
export function reliabilityOf(queries: readonly ScoredQuery[], line: CalibrationLine): Reliability {
  return reliabilityOfPredictions(predictionsOf(queries, line));
}

/** Predictions for the candidates that would be offered. */
function predictionsOf(queries: readonly ScoredQuery[], line: CalibrationLine): Prediction[] {
  const ofCustomer = customerWeights(queries.map(({ customer }) => customer));
  return queries.flatMap(({ scores, bought }, query) =>
    Array.from(scores, (score, row) => ({ score, bought: bought[row] as number }))
      .sort((one, other) => other.score - one.score)
      .slice(0, offersOfQuery)
      .map(({ score, bought: isBought }) => ({
        predicted: probabilityOf(logOddsOf(line, score)),
        bought: isBought,
        weight: ofCustomer[query] as number,
      })),
  );
}
