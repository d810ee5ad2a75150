import type { Acceptance, Calibration, Score } from '../ranking/index.ts';
import {
  acceptanceFeatureNames,
  acceptanceValues,
  acceptanceWeights,
  acceptedProbability,
  correctedLogOdds,
  featureNames,
  logOddsOfScores,
} from '../ranking/index.ts';
import { customerWeights } from './customer-weights.ts';
import { fitLogistic } from './fit-logistic.ts';
import type { RecordedOffers } from './recorded-offers.ts';
import { type Reliability, reliabilityOfPredictions } from './reliability.ts';
import { hashOf } from './stable-hash.ts';

/** What is known about the acceptance of offers, for the report of a model. */
export interface AcceptanceReport {
  /** Offers that were sold or declined. */
  readonly outcomes: number;
  readonly outcomes_needed: number;
  /** Offers that were heard: up to the last one of a recommendation with an outcome. */
  readonly heard: number;
  readonly accepted: number;
  /** Of `purchase_probability`, fitted on one half of the customers and measured on the other. Null without enough outcomes. */
  readonly reliability: Reliability | null;
}

/** An offer that was heard. */
interface HeardOffer {
  readonly customer: number;
  readonly weight: number;
  readonly rank: number;
  /** Of the ranking. */
  readonly logOdds: number;
  readonly values: readonly number[];
  readonly isBought: boolean;
}

/** With fewer outcomes, a probability would mostly reflect chance. */
const outcomesNeeded = 200;
/** So many heard offers must have been bought, and so many not. */
const fewestOfEach = 20;
/** Draws each weight towards 0, and the slope towards 1: a few outcomes hardly change what orders have taught. */
const ofWeights = 10;
const ofSlope = 5;
/** So weak that it only keeps the coefficient finite. */
const ofLevel = 1e-3;
const recommendationsOfCall = 200;

/** The acceptance of heard offers, with the scores of this ranking as a known part. Null with too few outcomes. */
export async function learnAcceptance(
  recorded: readonly RecordedOffers[],
  ranking: { readonly score: Score; readonly calibration: Calibration | null },
): Promise<{ acceptance: Acceptance | null; report: AcceptanceReport }> {
  const outcomes = recorded.reduce((sum, offers) => sum + offers.outcomes, 0);
  const heard = recorded.reduce((sum, { bought }) => sum + bought.length, 0);
  const accepted = recorded.reduce((sum, { bought }) => sum + bought.filter(Boolean).length, 0);
  const counts = { outcomes, outcomes_needed: outcomesNeeded, heard, accepted };
  const isEnough = outcomes >= outcomesNeeded && Math.min(accepted, heard - accepted) >= fewestOfEach;
  if (!isEnough) return { acceptance: null, report: { ...counts, reliability: null } };
  const offers = await heardOffers(recorded, ranking);
  return { acceptance: fitAcceptance(offers), report: { ...counts, reliability: crossFitted(offers) } };
}

async function heardOffers(
  recorded: readonly RecordedOffers[],
  { score, calibration }: { readonly score: Score; readonly calibration: Calibration | null },
): Promise<HeardOffer[]> {
  const weights = customerWeights(recorded.map(({ customer }) => customer));
  const numbers = new Map<string, number>();
  const offers: HeardOffer[] = [];
  for (let first = 0; first < recorded.length; first += recommendationsOfCall) {
    const batch = recorded.slice(first, first + recommendationsOfCall);
    const values = Float32Array.from(batch.flatMap(({ features }) => [...features]));
    const scores = await score({ values, rowCount: values.length / featureNames.length });
    let from = 0;
    for (const [at, { customer, features, bought }] of batch.entries()) {
      const own = { values: features, rowCount: bought.length };
      const logOdds = logOddsOfScores(scores.slice(from, from + bought.length), own, { calibration, acceptance: null });
      from += bought.length;
      const number = numbers.get(customer) ?? numbers.size;
      numbers.set(customer, number);
      for (const [row, isBought] of bought.entries()) {
        offers.push({
          customer: number,
          weight: weights[first + at] as number,
          rank: row + 1,
          logOdds: logOdds[row] as number,
          values: acceptanceValues(own, row),
          isBought,
        });
      }
    }
  }
  return offers;
}

/**
 * Each heard offer is one trial, because a rep who has sold reads no further: a choice among the heard offers alone would always see the
 * last one as the best. So the ranks take part in the fit and not in the result, and the score has the weight 1.
 */
function fitAcceptance(offers: readonly HeardOffer[]): Acceptance {
  const level = new Uint8Array(offers.length).fill(1);
  const outcomes = offers.map(({ isBought }) => Number(isBought));
  const rows = { outcomes, weights: offers.map(({ weight }) => weight) };
  const columns = [
    ...acceptanceFeatureNames.map((_, feature) => offers.map(({ values }) => values[feature] as number)),
    offers.map(({ rank }) => Math.log(rank)),
    level,
  ];
  const penalties = columns.map((column) => (column === level ? ofLevel : ofWeights));
  const fitted = fitLogistic({ ...rows, columns, offsets: offers.map(({ logOdds }) => logOdds) }, penalties);
  const corrected = offers.map(({ logOdds, values }) => correctedLogOdds(logOdds, values, fitted));
  const [change = 0] = fitLogistic({ ...rows, columns: [corrected, level], offsets: corrected }, [ofSlope, ofLevel]);
  const slope = Math.max(0, 1 + change);
  const offsets = corrected.map((logOdds) => slope * logOdds);
  const [intercept = 0] = fitLogistic({ ...rows, columns: [level], offsets }, [ofLevel]);
  const weights = acceptanceFeatureNames.map((name, feature) => [name, fitted[feature] as number]);
  return { weights: Object.fromEntries(weights), slope, intercept };
}

function crossFitted(offers: readonly HeardOffer[]): Reliability {
  const half = (which: number) => offers.filter(({ customer }) => hashOf(1, customer) % 2 === which);
  const [even, odd] = [half(0), half(1)];
  return reliabilityOfPredictions([...predicted(even, fitAcceptance(odd)), ...predicted(odd, fitAcceptance(even))]);
}

function predicted(offers: readonly HeardOffer[], acceptance: Acceptance) {
  const weights = acceptanceWeights(acceptance);
  return offers.map(({ logOdds, values, isBought, weight }) => ({
    predicted: acceptedProbability(acceptance, correctedLogOdds(logOdds, values, weights)),
    bought: Number(isBought),
    weight,
  }));
}
