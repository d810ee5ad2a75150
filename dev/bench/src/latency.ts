import { type Rep, startCalls } from './base-data.ts';
import type { Bench } from './bench.ts';
import { type Figure, toFigure } from './figure.ts';
import { postAtPace } from './paced-posts.ts';
import { percentile } from './statistics.ts';
import { openTabs } from './tabs.ts';

/** Events a second: a quiet centre, and a busy one. */
const paces = [20, 300];
const warmUpSeconds = 2;
const arrivalPatienceMs = 5_000;
/** At a quiet pace a round takes longer: percentiles need events. */
const eventsOfRound = 300;

/**
 * Time from just before a POST is written until the handler of the rep's tab is called, on one clock, with one open tab
 * per rep. The baseline is the same of the bare server with its tabs, at the same pace.
 */
export async function measureLatency(bench: Bench): Promise<Figure[]> {
  const { starts, redisUrl, baseData } = bench;
  const [here, there, bareHere, bareThere] = [
    await bench.use(starts.startCallEvents({ name: 'here', redisUrl })),
    await bench.use(starts.startCallEvents({ name: 'there', redisUrl })),
    await bench.use(starts.startBaseline({ name: 'bare-here', redisUrl })),
    await bench.use(starts.startBaseline({ name: 'bare-there', redisUrl })),
  ];
  await startCalls(baseData, here.port);
  const ours = { postTo: here.port, tabs: baseData.callers };
  const bare = { postTo: bareHere.port, tabs: baseData.callers.map(({ email }) => ({ email, token: email })) };
  const figures: Figure[] = [];
  for (const perSecond of paces) {
    const same = await compare(bench, perSecond, 'same server', {
      measured: { ...ours, tabsAt: here.port },
      baseline: { ...bare, tabsAt: bareHere.port },
    });
    const other = await compare(bench, perSecond, 'across servers', {
      measured: { ...ours, tabsAt: there.port },
      baseline: { ...bare, tabsAt: bareThere.port },
    });
    figures.push(...same, ...other);
  }
  return figures;
}

interface Contender {
  postTo: number;
  tabsAt: number;
  tabs: readonly Rep[];
}

/** The contenders take turns; the first round of each is not counted. */
async function compare(
  bench: Bench,
  perSecond: number,
  where: string,
  contenders: { measured: Contender; baseline: Contender },
): Promise<Figure[]> {
  const durations = { measured: [] as number[], baseline: [] as number[] };
  for (let round = 0; round <= bench.rounds; round++) {
    const seconds = round === 0 ? warmUpSeconds : Math.max(bench.seconds, eventsOfRound / perSecond);
    for (const name of ['baseline', 'measured'] as const) {
      const idPrefix = `${name}-${where.replace(' ', '-')}-${perSecond}-${round}`;
      const ofRound = await timeArrivals({ bench, seconds, perSecond, idPrefix, ...contenders[name] });
      if (round === 0) continue;
      durations[name].push(...ofRound);
      const [p50, p99] = [50, 99].map((percent) => percentile(ofRound, percent).toFixed(2));
      bench.progress(
        `POST to tab, ${where}, ${perSecond}/s, round ${round} of ${bench.rounds}: ${name} p50 ${p50} ms, p99 ${p99} ms`,
      );
    }
  }
  return [50, 99].map((percent) =>
    toFigure({
      name: `POST to tab, ${where}, ${perSecond}/s, p${percent}`,
      measured: percentile(durations.measured, percent),
      unit: 'ms',
      baseline: percentile(durations.baseline, percent),
      target: { of: 'ratio', bound: 'at most', value: 1.3 },
      detail: {
        events: durations.measured.length,
        tabs: contenders.measured.tabs.length,
        longestMs: percentile(durations.measured, 100),
      },
    }),
  );
}

interface TimedArrivals extends Contender {
  bench: Bench;
  seconds: number;
  perSecond: number;
  idPrefix: string;
}

async function timeArrivals({ bench, seconds, perSecond, postTo, tabsAt, tabs: reps, idPrefix }: TimedArrivals) {
  const tabs = await openTabs(tabsAt, reps);
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
