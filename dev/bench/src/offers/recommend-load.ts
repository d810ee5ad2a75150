import { askServer } from '../ask-server.ts';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { median, percentile } from '../statistics.ts';
import { startContenders } from './contenders.ts';
import { type EventLoopDelay, eventLoopSchema } from './event-loop.ts';

const connections = 32;
const warmUpSeconds = 3;

/** As many requests as the recommender answers over 32 connections, with looked-up histories, in turns with the bare inference. */
export async function measureRecommendLoad(bench: Bench): Promise<Figure[]> {
  const contenders = await startContenders(bench, { connections });
  const rates: number[] = [];
  const durationsMs: number[] = [];
  const bareMs: number[] = [];
  const loops: EventLoopDelay[] = [];
  const cpuShares: number[] = [];
  for (let round = 0; round <= bench.rounds; round++) {
    const isWarmUp = round === 0;
    const seconds = isWarmUp ? warmUpSeconds : bench.seconds;
    const bare = await contenders.infer(seconds);
    await askServer(contenders.server, 'event-loop', eventLoopSchema);
    const report = await contenders.ask({ seconds, withHistory: false, source: `load-${round}` });
    const loop = await askServer(contenders.server, 'event-loop', eventLoopSchema);
    if (isWarmUp) continue;
    bareMs.push(...bare);
    rates.push(report.perSecond);
    durationsMs.push(...report.durationsMs);
    cpuShares.push(report.cpuShare);
    loops.push(loop);
    const p99 = percentile(report.durationsMs, 99).toFixed(1);
    bench.progress(
      `recommend-load, round ${round} of ${bench.rounds}: ${Math.round(report.perSecond)}/s, p99 ${p99} ms, ` +
        `event loop p99 ${loop.p99Ms.toFixed(1)} ms`,
    );
  }
  await contenders.end();

  const detail = {
    connections,
    requests: durationsMs.length,
    products: contenders.products,
    candidates: contenders.candidates,
  };
  return [
    toFigure({
      name: `recommend-load, ${connections} connections`,
      measured: median(rates),
      unit: '1/s',
      baseline: bareMs.length / (bench.rounds * bench.seconds),
      target: { of: 'measured', bound: 'at least', value: 300 },
      detail: {
        ...detail,
        lowest: percentile(rates, 0),
        highest: percentile(rates, 100),
        generatorCpuShare: median(cpuShares),
      },
    }),
    toFigure({
      name: 'recommend-load, p99',
      measured: percentile(durationsMs, 99),
      unit: 'ms',
      baseline: percentile(bareMs, 99),
      target: { of: 'measured', bound: 'at most', value: 150 },
      detail: { ...detail, p50Ms: percentile(durationsMs, 50), longestMs: percentile(durationsMs, 100) },
    }),
    toFigure({
      name: 'recommend-load, event-loop delay p99',
      measured: median(loops.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      baseline: median(bareMs),
      target: { of: 'measured', bound: 'at most', value: 20 },
      detail: { ...detail, rounds: loops },
    }),
  ];
}
