import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { cpuSecondsBetween, readCpu } from '../cpu-time.ts';
import { type Figure, toFigure } from '../figure.ts';
import { HttpConnection } from '../http-connection.ts';
import { atPace, openConnections } from '../paced-posts.ts';
import { median, percentile } from '../statistics.ts';
import { type Contenders, startContenders } from './contenders.ts';
import { growShop, newLines, writeNewOrders } from './grow-shop.ts';
import { offerRequest } from './offer-requests.ts';
import type { RequestReport } from './request-load.ts';

const connections = 32;
const warmUpSeconds = 3;
const perSecond = 50;

/**
 * The processor time of a request over 32 connections, in turns with the bare inference behind Express. Then the answers at a steady
 * pace: alone, and while a model is trained, orders are imported and the index with them replaces the previous one. All histories are
 * looked up.
 */
export async function measureRecommendLoad(bench: Bench): Promise<Figure[]> {
  const contenders = await startContenders(bench, connections);
  const cost = await measureCost(bench, contenders);
  const quiet = await timeAnswers(contenders, sleep(bench.rounds * bench.seconds * 1_000));
  const { candidates, shop } = contenders;
  const newOrders = await writeNewOrders(shop);
  const busy = await timeAnswers(contenders, growShop(bench, contenders, newOrders));
  bench.progress(`recommend-load: ${busy.durationsMs.length} answers beside training and import, ${busy.late} late`);
  const detail = { products: shop.shop.products.length, candidates, perSecond, newLines };
  const figure = (percent: number) =>
    toFigure({
      name: `recommend-load, ${perSecond}/s beside training and import, p${percent}`,
      measured: percentile(busy.durationsMs, percent),
      unit: 'ms',
      baseline: percentile(quiet.durationsMs, percent),
      ...(percent === 99 && { target: { of: 'measured', bound: 'at most', value: 50 } }),
      detail: { ...detail, requests: busy.durationsMs.length, longestMs: percentile(busy.durationsMs, 100) },
    });
  return [
    cost,
    figure(50),
    figure(99),
    toFigure({
      name: 'recommend-load, answers in time',
      measured: percentInTime(busy),
      unit: '%',
      baseline: percentInTime(quiet),
      target: { of: 'measured', bound: 'at least', value: 100 },
      detail: { ...detail, late: busy.late },
    }),
  ];
}

async function measureCost(bench: Bench, { ask, infer, server, bare }: Contenders): Promise<Figure> {
  const costs: { service: number[]; bare: number[] } = { service: [], bare: [] };
  for (let round = 0; round <= bench.rounds; round++) {
    const seconds = round === 0 ? warmUpSeconds : bench.seconds;
    const source = `load-${round}`;
    const ofBare = await cpuMsOfRequest(bench, bare.pid, () => infer(seconds));
    const ofService = await cpuMsOfRequest(bench, server.pid, () => ask({ seconds, withHistory: false, source }));
    if (round === 0) continue;
    costs.bare.push(ofBare);
    costs.service.push(ofService);
    bench.progress(
      `recommend-load, round ${round} of ${bench.rounds}: ${ofService.toFixed(2)} ms of processor time a request, ` +
        `bare inference ${ofBare.toFixed(2)} ms`,
    );
  }
  return toFigure({
    name: 'recommend-load, processor time of a request',
    measured: median(costs.service),
    unit: 'ms',
    baseline: median(costs.bare),
    target: { of: 'measured', bound: 'at most', value: 1.5 },
    detail: { connections, ...costs },
  });
}

/** Of all processes together; not a number where it cannot be read. */
async function cpuMsOfRequest({ baseData: { query } }: Bench, pid: number, load: () => Promise<RequestReport>) {
  const read = async () => {
    const { server, database } = await readCpu(query, pid);
    return new Map([...server, ...database]);
  };
  const before = await read();
  const { durationsMs } = await load();
  return ((cpuSecondsBetween(before, await read()) ?? Number.NaN) * 1_000) / durationsMs.length;
}

interface Answers {
  durationsMs: number[];
  /** Answers that were made without a part, because it was too late. */
  late: number;
}

function percentInTime({ durationsMs, late }: Answers): number {
  return 100 * (1 - late / durationsMs.length);
}

/** At a steady pace, second by second until the other work has ended. */
async function timeAnswers({ server, shop }: Contenders, work: Promise<void>): Promise<Answers> {
  let isOver = false;
  const setOver = () => {
    isOver = true;
  };
  work.then(setOver, setOver);
  const { apiKey, callers } = shop;
  const requests = callers.map((caller) => offerRequest({ apiKey, caller, withHistory: false, source: 'pace' }));
  const answers: Answers = { durationsMs: [], late: 0 };
  const free = await openConnections(server.port);
  let next = 0;
  const ask = async () => {
    const startedAt = performance.now();
    // The one that waited longest: the server closes a connection that is not used.
    const connection = free.shift() ?? (await HttpConnection.open(server.port));
    const { status, body } = await connection.send(requests[next++ % requests.length] ?? '');
    if (status !== 200) throw new Error(`a request was answered ${status}: ${body}`);
    answers.durationsMs.push(performance.now() - startedAt);
    if (!body.includes('"degraded":[]')) answers.late += 1;
    free.push(connection);
  };
  while (!isOver) await atPace({ perSecond, times: perSecond }, ask);
  for (const connection of free) connection.close();
  await work;
  return answers;
}
