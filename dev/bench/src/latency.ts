import { startCalls } from './base-data.ts';
import type { Bench } from './bench.ts';
import { type Figure, toFigure } from './figure.ts';
import { postAtPace } from './paced-posts.ts';
import { percentile } from './statistics.ts';
import { openTabs } from './tabs.ts';

const perSecond = 200;
const warmUpSeconds = 2;
const arrivalPatienceMs = 5_000;

/**
 * Time from just before a POST is written until the handler of the rep's tab is called, on one clock, with one open tab
 * per rep. The baseline is the answer of the bare server to the same POSTs at the same pace.
 */
export async function measureLatency(bench: Bench): Promise<Figure[]> {
  const { starts, redisUrl, rounds, seconds } = bench;
  const [here, there, baseline] = [
    await bench.use(starts.startCallEvents({ name: 'here', redisUrl })),
    await bench.use(starts.startCallEvents({ name: 'there', redisUrl })),
    await bench.use(starts.startBaseline()),
  ];
  await startCalls(bench.baseData, here.port);

  const answers: number[] = [];
  const sameServer: number[] = [];
  const acrossServers: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0;
    const order = { bench, seconds: isWarmUp ? warmUpSeconds : seconds };
    const rest = await postAtPace({
      baseData: bench.baseData,
      port: baseline.port,
      idPrefix: `answer${round}`,
      perSecond,
      seconds: order.seconds,
    });
    const same = await timeArrivals({ ...order, postTo: here.port, tabsAt: here.port, idPrefix: `same${round}` });
    const across = await timeArrivals({ ...order, postTo: here.port, tabsAt: there.port, idPrefix: `across${round}` });
    if (isWarmUp) continue;
    answers.push(...rest);
    sameServer.push(...same);
    acrossServers.push(...across);
    const show = (values: number[]) =>
      `p50 ${percentile(values, 50).toFixed(2)} ms, p99 ${percentile(values, 99).toFixed(2)} ms`;
    bench.progress(`latency, round ${round} of ${rounds}: same server ${show(same)}; across servers ${show(across)}`);
  }
  for (const server of [here, there, baseline]) await server.stop();

  const figure = (name: string, values: number[], percent: number, atMostMs?: number) =>
    toFigure({
      name: `${name}, p${percent}`,
      measured: percentile(values, percent),
      unit: 'ms',
      baseline: percentile(answers, percent),
      ...(atMostMs !== undefined && { target: { of: 'measured', bound: 'at most', value: atMostMs } }),
      detail: {
        events: values.length,
        perSecond,
        tabs: bench.baseData.callers.length,
        longestMs: percentile(values, 100),
      },
    });
  return [
    figure('POST to tab, same server', sameServer, 50, 5),
    figure('POST to tab, same server', sameServer, 99, 30),
    figure('POST to tab, across servers', acrossServers, 50),
    figure('POST to tab, across servers', acrossServers, 99, 60),
  ];
}

interface TimedArrivals {
  bench: Bench;
  seconds: number;
  postTo: number;
  tabsAt: number;
  idPrefix: string;
}

async function timeArrivals({ bench, seconds, postTo, tabsAt, idPrefix }: TimedArrivals): Promise<number[]> {
  const tabs = await openTabs(tabsAt, bench.baseData.callers);
  const postedAt = new Map<string, number>();
  const durationsMs: number[] = [];
  let allHeard = () => {};
  for (const tab of tabs) {
    tab.on('call.event', ({ event_id }) => {
      const at = performance.now();
      const startedAt = postedAt.get(event_id ?? '');
      // Each event counts once; an event of the previous round may be delivered again.
      if (startedAt === undefined) return;
      postedAt.delete(event_id ?? '');
      durationsMs.push(at - startedAt);
      if (postedAt.size === 0) allHeard();
    });
  }
  try {
    await postAtPace({
      baseData: bench.baseData,
      port: postTo,
      idPrefix,
      perSecond,
      seconds,
      onPost: (eventId, at) => postedAt.set(eventId, at),
    });
    await new Promise<void>((resolve, reject) => {
      if (postedAt.size === 0) return resolve();
      const timer = setTimeout(() => reject(new Error(`${postedAt.size} events reached no tab`)), arrivalPatienceMs);
      allHeard = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  } finally {
    for (const tab of tabs) tab.close();
  }
  return durationsMs;
}
