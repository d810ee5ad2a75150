import type { Arm } from './arms.ts';
import { type CellOfCalls, experimentResult, verdictsInWords } from './experiment-result.ts';

const arms: Arm[] = [
  { name: 'holdout', percent: 50 },
  { name: 'current', percent: 50 },
];

/** Numbers from 0 to below 1, the same for a seed (mulberry32). */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Callers of one day: two in ten buy, for 20 to 220; with `lift`, so much more of them do in `current`. 30 reps, some sell better. */
function dayOfCalls(draw: () => number, callers: number, lift: number, first: number, of = arms): CellOfCalls[] {
  return Array.from({ length: callers }, (_, index) => {
    const arm = of[Math.floor(draw() * of.length)]?.name ?? '';
    const rep = Math.floor(draw() * 30);
    const chance = 0.2 * (arm === 'current' ? 1 + lift : 1) * (0.8 + (0.4 * rep) / 29);
    const revenue = draw() < chance ? 20 + 200 * draw() : 0;
    return { arm, caller: `${first + index}`, rep: `${rep}`, calls: 1, revenue };
  });
}

it.each([
  ['two arms', arms],
  ['three arms', [...arms, { name: 'model=m', percent: 0 }].map(({ name }) => ({ name, percent: 100 / 3 }))],
])(
  'of 1,000 experiments with %s and no difference, at most 65 are called one, although they are read every day',
  (_, of) => {
    let called = 0;
    for (let run = 0; run < 1_000; run += 1) {
      const draw = drawsOf(run);
      const cells: CellOfCalls[] = [];
      let isCalled = false;
      for (let day = 0; day < 20 && !isCalled; day += 1) {
        cells.push(...dayOfCalls(draw, 60, 0, cells.length, of));
        isCalled = experimentResult(of, cells).comparisons.some(({ verdict }) => verdict !== 'not_shown');
      }
      if (isCalled) called += 1;
    }
    expect(called).toBeLessThanOrEqual(65);
  },
);

it('finds a difference of 10 % in at least 80 % of the experiments that have the calls which the page asked for', () => {
  let found = 0;
  const runs = 50;
  for (let run = 0; run < runs; run += 1) {
    const draw = drawsOf(10_000 + run);
    const cells = dayOfCalls(draw, 2_000, 0.1, 0);
    const [asked] = experimentResult(arms, cells).comparisons;
    cells.push(...dayOfCalls(draw, asked?.calls_needed ?? 0, 0.1, cells.length));
    if (experimentResult(arms, cells).comparisons[0]?.verdict === 'more') found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(0.8 * runs);
});

it('calls of one caller, or of one rep, are no independent observations', () => {
  const spread = dayOfCalls(drawsOf(1), 2_000, 0, 0);
  const width = (cells: CellOfCalls[]) => {
    const [found] = experimentResult(arms, cells).comparisons;
    return (found?.high ?? 0) - (found?.low ?? 0);
  };
  // A rep who sells in one arm only.
  const together = spread.map((cell, index) => ({
    ...cell,
    rep: cell.revenue > 0 && cell.arm === 'current' ? 'good' : `${index}`,
  }));
  const repeated = spread.flatMap((cell) => [cell, cell]);
  expect(width(together)).toBeGreaterThan(2 * width(spread));
  // Twice the same calls of the same callers say nothing new.
  expect(width(repeated)).toBeGreaterThan(0.95 * width(spread));
});

it('says nothing with a few callers, and when the callers are not divided as the arms say', () => {
  expect(experimentResult(arms, []).comparisons).toEqual([
    {
      arm: 'current',
      against: 'holdout',
      difference: null,
      low: null,
      high: null,
      verdict: 'not_shown',
      calls_needed: null,
    },
  ]);
  const even = dayOfCalls(drawsOf(3), 2_000, 0, 0).map((cell) => ({
    ...cell,
    revenue: cell.revenue + (cell.arm === 'current' ? 100 : 0),
  }));
  const uneven = even.filter(({ arm }, index) => arm === 'current' || index % 4 > 0);
  expect(experimentResult(arms, even)).toMatchObject({ sample_ratio_ok: true, comparisons: [{ verdict: 'more' }] });
  expect(experimentResult(arms, uneven)).toMatchObject({
    sample_ratio_ok: false,
    comparisons: [{ verdict: 'not_shown' }],
  });
});

it.each([
  ['more', 1.9, 0.4, 3.4, 'Today’s offers earn $1.90 more for each call than no offers ($0.40 to $3.40).'],
  ['less', -1.9, -3.4, -0.4, 'Today’s offers earn $1.90 less for each call than no offers ($0.40 to $3.40).'],
] as const)('says %s in one sentence', (verdict, difference, low, high, sentence) => {
  const comparison = { arm: 'current', against: 'holdout', difference, low, high, verdict, calls_needed: 0 };
  const money = (amount: number) => `$${amount.toFixed(2)}`;
  expect(verdictsInWords({ comparisons: [comparison], sample_ratio_ok: true }, money)).toEqual([sentence]);
  expect(verdictsInWords({ comparisons: [comparison], sample_ratio_ok: false }, money)).toEqual([
    expect.stringContaining('not divided as the arms say'),
  ]);
});
