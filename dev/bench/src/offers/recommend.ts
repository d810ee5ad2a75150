import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { percentile } from '../statistics.ts';
import { startContenders } from './contenders.ts';

const warmUpSeconds = 3;

/**
 * One request at a time, among 10,000 products: with a supplied history and with a looked-up history,
 * in turns with the bare inference of such a batch behind Express.
 */
export async function measureRecommend(bench: Bench): Promise<Figure[]> {
  const contenders = await startContenders(bench, 1);
  const supplied: number[] = [];
  const lookedUp: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const isWarmUp = round === 0;
    const seconds = isWarmUp ? warmUpSeconds : bench.seconds;
    const askFor = async (withHistory: boolean) =>
      (await contenders.ask({ seconds, withHistory, source: `${withHistory}-${round}` })).durationsMs;
    const { durationsMs: inference } = await contenders.infer(seconds);
    const withHistory = await askFor(true);
    const without = await askFor(false);
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

  const figure = (name: string, durationsMs: readonly number[], percent: number) =>
    toFigure({
      name: `${name}, p${percent}`,
      measured: percentile(durationsMs, percent),
      unit: 'ms',
      baseline: percentile(bare, percent),
      ...(percent === 50 && { target: { of: 'ratio', bound: 'at most', value: 1.3 } }),
      detail: {
        requests: durationsMs.length,
        products: contenders.shop.shop.products.length,
        candidates: contenders.candidates,
        longestMs: percentile(durationsMs, 100),
      },
    });
  return [50, 99].flatMap((percent) => [
    figure('recommend, history supplied', supplied, percent),
    figure('recommend, history looked up', lookedUp, percent),
  ]);
}
