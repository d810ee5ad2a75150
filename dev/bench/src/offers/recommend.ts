import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { median, percentile } from '../statistics.ts';
import { type Contenders, startContenders } from './contenders.ts';

const warmUpSeconds = 3;

/**
 * One request at a time, among 10,000 products: with a supplied history and with a looked-up history,
 * in turns with the bare inference of such a batch.
 */
export async function measureRecommend(bench: Bench): Promise<Figure[]> {
  const contenders = await startContenders(bench, { connections: 1 });
  const supplied: number[] = [];
  const lookedUp: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const isWarmUp = round === 0;
    const seconds = isWarmUp ? warmUpSeconds : bench.seconds;
    const inference = await contenders.infer(seconds);
    const withHistory = await askFor(contenders, seconds, { round, withHistory: true });
    const without = await askFor(contenders, seconds, { round, withHistory: false });
    if (isWarmUp) continue;
    bare.push(...inference);
    supplied.push(...withHistory);
    lookedUp.push(...without);
    const show = (values: number[]) =>
      `p50 ${percentile(values, 50).toFixed(2)}, p99 ${percentile(values, 99).toFixed(2)}`;
    bench.progress(
      `recommend, round ${round} of ${bench.rounds}: supplied ${show(withHistory)}; looked up ${show(without)}; ` +
        `bare inference ${show(inference)} ms`,
    );
  }
  await contenders.end();

  const detail = { requests: supplied.length, products: contenders.products, candidates: contenders.candidates };
  const figure = (percent: number, atMostMs: number) =>
    toFigure({
      name: `recommend, history supplied, p${percent}`,
      measured: percentile(supplied, percent),
      unit: 'ms',
      baseline: percentile(bare, percent),
      target: { of: 'measured', bound: 'at most', value: atMostMs },
      detail: { ...detail, longestMs: percentile(supplied, 100) },
    });
  return [
    figure(50, 7),
    figure(99, 15),
    toFigure({
      name: 'recommend-lookup, what it adds, p50',
      measured: median(lookedUp) - median(supplied),
      unit: 'ms',
      baseline: median(bare),
      target: { of: 'measured', bound: 'at most', value: 3 },
      detail: { ...detail, requests: lookedUp.length, p99Ms: percentile(lookedUp, 99) },
    }),
  ];
}

async function askFor(
  contenders: Contenders,
  seconds: number,
  { round, withHistory }: { round: number; withHistory: boolean },
) {
  const { durationsMs } = await contenders.ask({ seconds, withHistory, source: `${withHistory}-${round}` });
  return durationsMs;
}
