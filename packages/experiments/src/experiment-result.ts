// Did an arm earn more for each call? A ratio of sums for each arm, its variance by clusters of callers and of reps, and an interval that
// holds however often it is read: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, 2021,
// arXiv:2103.06476, equation 5), tuned for `tunedFor` callers.

import type { ExperimentView } from '@callside/schemas';
import type { Arm } from './arms.ts';

/** The calls of one caller with one rep in one arm. */
export interface CellOfCalls {
  arm: string;
  caller: string;
  /** null: no rep, as in an IVR. */
  rep: string | null;
  calls: number;
  /** What the customer bought within the window after these calls, net of returns, in the brand's currency. */
  revenue: number;
}

/** As `experiment show` and the console read it. */
export type ExperimentResult = Omit<ExperimentView, 'name' | 'started_at' | 'stopped_at'>;
type ArmFigures = ExperimentResult['arms'][number];
type Comparison = ExperimentResult['comparisons'][number];

/** Of all comparisons of an experiment together. */
const miss = 0.05;
const tunedFor = 5_000;
/** The shape of the sequence that is narrowest at `tunedFor` callers (equation 9 there). */
const shape = (-2 * Math.log(miss) + Math.log(1 - 2 * Math.log(miss))) / tunedFor;
/** A normal variable is below it in nine of ten draws: a margin above four of five, because mean and spread are estimates too. */
const powerQuantile = 1.2816;
const difference = 0.1;
/** Below it, a mean of a few large orders is not close to a normal variable. */
const leastCallers = 100;

/** How many standard errors the interval is wide on each side, with this many callers. */
function widthAt(callers: number, comparisons: number): number {
  const information = callers * shape;
  return Math.sqrt((1 + 1 / information) * Math.log((information + 1) / (miss / comparisons) ** 2));
}

export function experimentResult(arms: readonly Arm[], cells: readonly CellOfCalls[]): ExperimentResult {
  const measured = arms.map((arm) =>
    measure(
      arm,
      cells.filter((cell) => cell.arm === arm.name),
    ),
  );
  const [first] = measured;
  const current = measured.find(({ figures }) => figures.arm === 'current');
  const base = measured.find(({ figures }) => figures.arm === 'holdout') ?? current ?? first;
  const pairs = measured.flatMap((one) => {
    if (one === base || base === undefined) return [];
    const others = [base, ...(current !== undefined && current !== base && current !== one ? [current] : [])];
    return others.map((other) => ({ one, other }));
  });
  const figures = measured.map((arm) => arm.figures);
  const sampleRatioOk = isDividedAs(figures);
  const comparisons = pairs.map((pair) => {
    const comparison = compare(pair, pairs.length);
    return sampleRatioOk ? comparison : { ...comparison, verdict: 'not_shown' as const };
  });
  return { arms: figures, comparisons, sample_ratio_ok: sampleRatioOk };
}

interface MeasuredArm {
  figures: ArmFigures;
  cells: readonly CellOfCalls[];
}

function measure({ name, percent }: Arm, cells: readonly CellOfCalls[]): MeasuredArm {
  const sum = (of: (cell: CellOfCalls) => number) => cells.reduce((total, cell) => total + of(cell), 0);
  const calls = sum((cell) => cell.calls);
  const revenue = sum((cell) => cell.revenue);
  const callers = new Set(cells.map(({ caller }) => caller)).size;
  const revenuePerCall = calls === 0 ? null : revenue / calls;
  return { figures: { arm: name, percent, callers, calls, revenue, revenue_per_call: revenuePerCall }, cells };
}

/**
 * Of the difference of two ratios of sums: squares of residuals that are summed by cluster, callers plus reps, minus what both count. A rep
 * speaks with callers of both arms, so what a good rep adds to both cancels. A call without a rep is a cluster with its caller. With a few reps
 * the sum can be too small; that of the callers is the least that it can be.
 */
function varianceOf(one: MeasuredArm, other: MeasuredArm): number {
  const [byCaller, byRep] = [new Map<string, number>(), new Map<string, number>()];
  let byBoth = 0;
  for (const [{ figures, cells }, sign] of [[one, 1] as const, [other, -1] as const]) {
    for (const { caller, rep, calls, revenue } of cells) {
      const residual = (sign * (revenue - (figures.revenue_per_call ?? 0) * calls)) / figures.calls;
      const cluster = rep === null ? `caller ${caller}` : `rep ${rep}`;
      byCaller.set(caller, (byCaller.get(caller) ?? 0) + residual);
      byRep.set(cluster, (byRep.get(cluster) ?? 0) + residual);
      byBoth += residual ** 2;
    }
  }
  const squares = (sums: Map<string, number>) => [...sums.values()].reduce((total, value) => total + value ** 2, 0);
  const ofCallers = squares(byCaller);
  return Math.max(ofCallers, ofCallers + squares(byRep) - byBoth);
}

function compare({ one, other }: Record<'one' | 'other', MeasuredArm>, comparisons: number): Comparison {
  const pair = { arm: one.figures.arm, against: other.figures.arm };
  const unknown = {
    ...pair,
    difference: null,
    low: null,
    high: null,
    verdict: 'not_shown',
    calls_needed: null,
  } as const;
  const [mean, base] = [one.figures.revenue_per_call, other.figures.revenue_per_call];
  if (mean === null || base === null) return unknown;
  const callers = one.figures.callers + other.figures.callers;
  const error = Math.sqrt(varianceOf(one, other));
  if (Math.min(one.figures.callers, other.figures.callers) < leastCallers || error === 0) return unknown;
  const found = mean - base;
  const half = widthAt(callers, comparisons) * error;
  const [low, high] = [found - half, found + half];
  const calls = one.figures.calls + other.figures.calls;
  return {
    ...pair,
    difference: found,
    low,
    high,
    verdict: low > 0 ? 'more' : high < 0 ? 'less' : 'not_shown',
    calls_needed: callsNeeded({ callers, calls, error, mean: base, comparisons }),
  };
}

interface Precision {
  callers: number;
  calls: number;
  error: number;
  mean: number;
  comparisons: number;
}

function callsNeeded({ callers, calls, error, mean, comparisons }: Precision): number | null {
  if (mean <= 0) return null;
  let times = 1;
  // The width hardly depends on the number: a few rounds settle it.
  for (let round = 0; round < 20; round += 1) {
    times = (((widthAt(callers * times, comparisons) + powerQuantile) * error) / (difference * mean)) ** 2;
  }
  return Math.max(0, Math.ceil(calls * times) - calls);
}

/** The chi-square statistic of the callers against the percentages, by the Wilson-Hilferty limit for 1 in 1,000. */
function isDividedAs(arms: readonly ArmFigures[]): boolean {
  const callers = arms.reduce((sum, arm) => sum + arm.callers, 0);
  if (callers === 0) return true;
  const statistic = arms.reduce((sum, arm) => {
    const expected = (callers * arm.percent) / 100;
    return sum + (arm.callers - expected) ** 2 / expected;
  }, 0);
  const freedom = arms.length - 1;
  const limit = freedom * (1 - 2 / (9 * freedom) + 3.0902 * Math.sqrt(2 / (9 * freedom))) ** 3;
  return statistic <= limit;
}

/** One sentence for an owner about each comparison. `money` writes an amount in the brand's currency. */
export function verdictsInWords(
  { comparisons, sample_ratio_ok: isDivided }: Pick<ExperimentResult, 'comparisons' | 'sample_ratio_ok'>,
  money: (amount: number) => string,
): string[] {
  return isDivided
    ? comparisons.map((comparison) => inWords(comparison, money))
    : ['No difference can be told: the callers are not divided as the arms say.'];
}

function inWords(comparison: Comparison, money: (amount: number) => string): string {
  const { arm, against, difference: found, low, high, verdict, calls_needed: needed } = comparison;
  const who =
    arm === 'current' ? 'Today’s offers' : arm === 'holdout' ? 'No offers' : `The model ${arm.slice('model='.length)}`;
  const than =
    against === 'holdout'
      ? 'no offers'
      : against === 'current'
        ? 'today’s offers'
        : `the model ${against.slice('model='.length)}`;
  if (found === null || low === null || high === null)
    return `${who} against ${than}: there are too few calls to tell yet.`;
  const more =
    needed === null || needed === 0
      ? ''
      : ` About ${needed.toLocaleString('en-US')} more calls would show a difference of 10 %.`;
  if (verdict === 'not_shown') {
    return `No difference between ${who.charAt(0).toLowerCase()}${who.slice(1)} and ${than} is shown (${money(low)} to ${money(high)} for each call).${more}`;
  }
  const [size, from, to] = verdict === 'more' ? [found, low, high] : [-found, -high, -low];
  return `${who} earn${arm.startsWith('model=') ? 's' : ''} ${money(size)} ${verdict} for each call than ${than} (${money(from)} to ${money(to)}).`;
}
