import { createRandom } from '@callside/boosting';
import fc from 'fast-check';
import { compareRankings, type PairedRecall } from '../../learning/compare-rankings.ts';
import { type TaskKind, taskKinds } from '../../learning/ranking-task.ts';
import { judgeCandidate } from './publish-gate.ts';

/** The verdict on a candidate whose purchases were measured one by one, as `evaluateModel` reports them. */
function verdictOf(pairs: readonly PairedRecall[], kinds: readonly TaskKind[] = taskKinds) {
  const compare = (kind?: TaskKind) =>
    compareRankings(
      pairs.filter((pair) => kind === undefined || pair.kind === kind),
      1,
    );
  const segments = Object.fromEntries(
    kinds.flatMap((kind) => (compare(kind) === null ? [] : [[kind, compare(kind)!]])),
  );
  const overall = compare();
  const differences = overall && { overall, segments };
  return judgeCandidate({ purchases: pairs.length, rival: { name: 'the other one', differences } }).verdict;
}

const quality = fc.double({ min: 0, max: 1, noNaN: true });
const pair = fc.record({ kind: fc.constantFrom(...taskKinds), customer: fc.nat(40), quality });

it('a model with the same ranking as the one in service is never refused', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 60 }), (purchases) => {
      const pairs = purchases.map(({ quality: both, ...of }) => ({ ...of, ours: both, theirs: both }));
      expect(verdictOf(pairs)).toBe('not_shown_to_be_better');
    }),
    { numRuns: 40 },
  );
});

/**
 * Purchases as two models of a shop find them: a third is among the first ten of a list, at any place; where the models differ, one finds
 * what the other does not. With 1,040 purchases the interval is about 6 % to each side, as on the orders of one shop.
 */
function purchasesOf(random: () => number, count: number, difference: number): PairedRecall[] {
  const [found, apart] = [0.35, 0.25];
  const draw = (share: number) => (random() < share ? (1 + 1 / Math.log2(2 + Math.ceil(random() * 10))) / 2 : 0);
  return Array.from({ length: count }, (_, purchase) => {
    const theirs = draw(found);
    const ours = random() < apart ? draw(found * (1 + difference / apart)) : theirs;
    return { kind: taskKinds[purchase % 2]!, customer: Math.floor(purchase / 8), ours, theirs };
  });
}

/** By the whole interval alone, which takes a third of the time: the segments refuse a few more. */
const refusedOf = (models: number, count: number, difference: number) => {
  const random = createRandom(7);
  const verdicts = Array.from({ length: models }, () => verdictOf(purchasesOf(random, count, difference), []));
  return verdicts.filter((verdict) => verdict === 'worse').length;
};

it('of a hundred models that are 7 % worse, at least 90 are refused on 5,000 purchases', () => {
  expect(refusedOf(100, 5_000, -0.07)).toBeGreaterThanOrEqual(90);
}, 60_000);

it('of a hundred models that are as good and rank otherwise, at most 3 are refused', () => {
  expect(refusedOf(100, 1_040, 0)).toBeLessThanOrEqual(3);
}, 60_000);
