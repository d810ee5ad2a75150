import { createRandom } from '@callside/boosting';
import { acceptedProbability, featureNames, logOddsOfScores } from '../ranking/index.ts';
import { learnAcceptance } from './learn-acceptance.ts';
import type { RecordedOffers } from './recorded-offers.ts';

const width = featureNames.length;
const [ownTimes, place] = ['own_times', 'pre_rank_place'].map((name) => featureNames.indexOf(name)) as [number, number];
/** The ranking of the tests knows the place only: each place is 0.2 less. */
const score = async ({ values, rowCount }: { values: Float32Array; rowCount: number }) =>
  Float32Array.from({ length: rowCount }, (_, row) => -0.2 * (values[row * width + place] as number));
const ranking = { score, calibration: null };

interface Calls {
  count: number;
  /** The probability that a heard offer is bought. */
  accepts: (offer: { rank: number; isOwn: boolean }) => number;
  /** Whether the rep reads on after a sale, and notes what is declined. */
  stopsAtSale?: boolean;
  customer?: (call: number) => string;
}

/** Calls with three offers each; every second offer is of a product that the customer owns. */
function calls({ count, accepts, stopsAtSale = true, customer = String }: Calls): RecordedOffers[] {
  const random = createRandom(5);
  return Array.from({ length: count }, (_, call) => {
    const bought: boolean[] = [];
    const features: number[] = [];
    for (const rank of [1, 2, 3]) {
      const isOwn = (call + rank) % 2 === 0;
      const row = new Array<number>(width).fill(0);
      [row[ownTimes], row[place]] = [isOwn ? 4 : 0, rank];
      features.push(...row);
      bought.push(random() < accepts({ rank, isOwn }));
      if (stopsAtSale && bought.at(-1)) break;
    }
    return { customer: customer(call), features: Float32Array.from(features), bought, outcomes: bought.length };
  });
}

const accepted = async (recorded: readonly RecordedOffers[]) => {
  const { acceptance, report } = await learnAcceptance(recorded, ranking);
  if (acceptance === null) throw new Error('nothing was learnt');
  const probabilityOf = (rank: number, isOwn: boolean) => {
    const values = new Float32Array(width);
    [values[ownTimes], values[place]] = [isOwn ? 4 : 0, rank];
    const scores = Float32Array.of(-0.2 * rank);
    const [logOdds = 0] = logOddsOfScores(scores, { values, rowCount: 1 }, { calibration: null, acceptance });
    return { logOdds, probability: acceptedProbability(acceptance, logOdds) };
  };
  return { acceptance, report, probabilityOf };
};

it.each([
  ['fewer than 200 outcomes', calls({ count: 60, accepts: () => 0.3 })],
  ['fewer than 20 accepted offers', calls({ count: 200, accepts: () => 0.02 })],
  ['fewer than 20 that were not', calls({ count: 300, accepts: () => 0.99 })],
])('%s teach nothing', async (_, recorded) => {
  const { acceptance, report } = await learnAcceptance(recorded, ranking);
  expect(acceptance).toBeNull();
  expect(report).toMatchObject({ outcomes_needed: 200, reliability: null });
});

it('a probability is the share of the heard offers that was accepted', async () => {
  const { probabilityOf, report } = await accepted(calls({ count: 2_000, accepts: () => 0.25 }));
  for (const rank of [1, 2, 3]) expect(Math.abs(probabilityOf(rank, true).probability - 0.25)).toBeLessThan(0.05);
  expect(report.reliability?.expected_calibration_error).toBeLessThan(0.05);
  expect(report.heard).toBe(report.outcomes);
});

it('what callers accept more often than the ranking expects moves up', async () => {
  const { probabilityOf } = await accepted(calls({ count: 2_000, accepts: ({ isOwn }) => (isOwn ? 0.4 : 0.1) }));
  expect(probabilityOf(2, true).logOdds).toBeGreaterThan(probabilityOf(2, false).logOdds + 1);
  expect(probabilityOf(2, true).probability).toBeGreaterThan(0.3);
  expect(probabilityOf(2, false).probability).toBeLessThan(0.2);
});

it('reps who read on until they sell do not teach that the first offers are bad', async () => {
  // The first two offers of each call are declined, and the third is sold.
  const recorded = calls({ count: 400, accepts: ({ rank }) => (rank === 3 ? 1 : 0) });
  const { probabilityOf } = await accepted(recorded);
  for (const isOwn of [true, false]) {
    const [first, last] = [probabilityOf(1, isOwn), probabilityOf(3, isOwn)];
    expect(first.logOdds).toBeGreaterThan(last.logOdds);
    expect(first.probability).toBeGreaterThanOrEqual(last.probability);
  }
});

it('one account with many calls does not decide', async () => {
  const usual = calls({ count: 400, accepts: () => 0.2 });
  const account = calls({ count: 400, accepts: () => 0.9, customer: () => 'account' });
  const { probabilityOf } = await accepted([...usual, ...account]);
  expect(probabilityOf(1, true).probability).toBeLessThan(0.35);
});
