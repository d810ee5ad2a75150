import { setTimeout as sleep } from 'node:timers/promises';
import { type BaseData, startCalls } from '../base-data.ts';
import type { Bench } from '../bench.ts';
import { createEventRequests } from '../event-requests.ts';
import { type Figure, toFigure } from '../figure.ts';
import { HttpConnection, requireAccepted } from '../http-connection.ts';
import { openConnections, postAtPace } from '../paced-posts.ts';
import { median, percentile } from '../statistics.ts';
import { WorkerProcess } from '../worker-process.ts';
import type { StormInput, StormReport } from './storm-crowd.ts';

const tabs = 10_000;
const crowds = 2;
const perSecond = 100;
const newConnectionsPerSecond = 10;
const patienceMs = 60_000;
const calmSeconds = 5;

interface Storm {
  /** Tabs that showed a state again in time. */
  shown: number;
  longestSeconds: number;
  /** Milliseconds of the answers to events, on connections that are kept and on new ones. */
  kept: number[];
  opened: number[];
}

type Worker = WorkerProcess<StormInput, StormReport>;

interface Posts {
  /** Begins the ids of the events. */
  name: string;
  port: number;
  isOver: () => boolean;
}

/**
 * Ten thousand idle tabs lose their server at once: it is killed and started again on the same port. Measures the time from when
 * it listens until every tab shows its rep's state. Meanwhile events are sent at a steady pace: by a dialler that keeps its
 * connections, and by one that opens a connection for each event. Their times are measured too. Each figure is the median of the
 * rounds. A round has one full garbage collection of the server. Whether it delays more than a hundredth of the events depends on
 * the other load of the processors.
 */
export async function measureReconnectStorm(bench: Bench): Promise<Figure[]> {
  const { baseData, starts, rounds } = bench;
  const reps = await baseData.addReps('storm', tabs, 'tab');
  const first = await bench.use(starts.startCallEvents({ name: 'before-the-storm' }));
  await startCalls(baseData, first.port);
  const crowd = startCrowd(bench);
  await openTabs(bench, crowd, { port: first.port, tokens: reps.map(({ token }) => token) });

  const calm = await timeAnswers(baseData, {
    name: 'calm',
    port: first.port,
    isOver: () => false,
    seconds: calmSeconds,
  });
  const storms: Storm[] = [];
  let server = first;
  for (let round = 1; round <= rounds; round += 1) {
    const returning = Promise.all(crowd.map((worker) => worker.ask({ do: 'await return', patienceMs })));
    // If another step fails first, the error of that step is reported.
    returning.catch(() => {});
    server.kill('SIGKILL');
    await server.ended();
    const name = `in-storm-${round}`;
    server = await bench.use(starts.startCallEvents({ name, port: first.port, nodeArgs: bench.profileArgs }));
    const storm = await measureStorm(baseData, { name, port: first.port, returning });
    const { shown, longestSeconds } = storm;
    bench.progress(
      `reconnect storm ${round} of ${rounds}: ${shown} of ${tabs} tabs are back, the last after ${longestSeconds.toFixed(1)} s`,
    );
    storms.push(storm);
  }
  return figuresOf(calm, storms);
}

/** The processes that hold the tabs. */
function startCrowd(bench: Bench): Worker[] {
  return Array.from({ length: crowds }, () => {
    const worker = WorkerProcess.start<StormInput, StormReport>({
      program: 'reconnect-storm/storm-crowd.js',
      // Real tabs take no processor time from the server and its database.
      yieldsProcessor: true,
    });
    bench.atEnd(() => worker.stop());
    return worker;
  });
}

async function openTabs(
  bench: Bench,
  crowd: readonly Worker[],
  { port, tokens }: { port: number; tokens: readonly string[] },
): Promise<void> {
  const share = Math.ceil(tabs / crowds);
  const opened = await Promise.all(
    crowd.map((worker, n) => worker.ask({ do: 'open', port, tokens: tokens.slice(n * share, (n + 1) * share) })),
  );
  const open = opened.reduce((sum, { shown }) => sum + shown, 0);
  if (open !== tabs) throw new Error(`${open} of ${tabs} tabs are open`);
  bench.progress(`reconnect storm: ${open} tabs are open`);
}

/** From the moment in which the new server listens until all tabs are back. */
async function measureStorm(
  baseData: BaseData,
  { name, port, returning }: { name: string; port: number; returning: Promise<StormReport[]> },
): Promise<Storm> {
  const listeningAt = Date.now();
  let isOver = false;
  const setOver = () => {
    isOver = true;
  };
  returning.then(setOver, setOver);
  const [kept, opened] = await Promise.all([
    timeAnswers(baseData, { name, port, isOver: () => isOver, seconds: Number.POSITIVE_INFINITY }),
    timeNewConnections(baseData, { name, port, isOver: () => isOver }),
  ]);
  const back = await returning;
  const waits = back.flatMap(({ returnedAt }) => returnedAt.map((at) => at - listeningAt));
  const shown = back.reduce((sum, report) => sum + report.shown, 0);
  const longestSeconds = shown < tabs ? patienceMs / 1_000 : percentile(waits, 100) / 1_000;
  return { shown, longestSeconds, kept, opened };
}

/** From before the connection is opened to the answer. */
async function timeNewConnections(baseData: BaseData, { name, port, isOver }: Posts): Promise<number[]> {
  const sender = { apiKey: baseData.apiKey, emails: baseData.callers.map(({ email }) => email) };
  const nextRequest = createEventRequests(sender, `new-connection-${name}`);
  const durationsMs: number[] = [];
  const posts: Promise<void>[] = [];
  async function post(): Promise<void> {
    const startedAt = performance.now();
    const connection = await HttpConnection.open(port);
    requireAccepted(await connection.send(nextRequest().text));
    durationsMs.push(performance.now() - startedAt);
    connection.close();
  }
  while (!isOver()) {
    posts.push(post());
    // Its error is reported below.
    posts.at(-1)?.catch(() => {});
    await sleep(1_000 / newConnectionsPerSecond);
  }
  await Promise.all(posts);
  return durationsMs;
}

/** At a steady pace, second by second until it is over. */
async function timeAnswers(
  baseData: BaseData,
  { name, port, isOver, seconds }: Posts & { seconds: number },
): Promise<number[]> {
  const durationsMs: number[] = [];
  const connections = await openConnections(port);
  for (let second = 0; second < seconds && !isOver(); second++) {
    const idPrefix = `${name}-${second}`;
    durationsMs.push(...(await postAtPace({ baseData, port, idPrefix, perSecond, seconds: 1, connections })));
  }
  for (const connection of connections) connection.close();
  return durationsMs;
}

/** The median of the rounds. */
function figuresOf(calm: readonly number[], storms: readonly Storm[]): Figure[] {
  const medianOf = (figure: (storm: Storm) => number) => median(storms.map(figure));
  return [
    toFigure({
      name: `${tabs} tabs reconnect, until the last shows its state`,
      measured: medianOf(({ longestSeconds }) => longestSeconds),
      unit: 's',
      target: { of: 'measured', bound: 'at most', value: 15 },
      detail: { tabs, storms: storms.map(({ shown, longestSeconds }) => ({ shown, longestSeconds })) },
    }),
    toFigure({
      name: 'answers to events on kept connections, p99',
      measured: medianOf(({ kept }) => percentile(kept, 99)),
      unit: 'ms',
      baseline: percentile(calm, 99),
      target: { of: 'measured', bound: 'at most', value: 100 },
      detail: { perSecond, storms: storms.map(({ kept }) => summarise(kept)) },
    }),
    toFigure({
      name: 'answers to events on new connections, p99',
      measured: medianOf(({ opened }) => percentile(opened, 99)),
      unit: 'ms',
      target: { of: 'measured', bound: 'at most', value: 100 },
      detail: { perSecond: newConnectionsPerSecond, storms: storms.map(({ opened }) => summarise(opened)) },
    }),
  ];
}

function summarise(durationsMs: readonly number[]) {
  const [p50Ms, p99Ms, longestMs] = [50, 99, 100].map((share) => percentile(durationsMs, share));
  return { events: durationsMs.length, p50Ms, p99Ms, longestMs };
}
