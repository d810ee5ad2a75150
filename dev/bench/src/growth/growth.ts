import type { ServiceProcess } from '@callside/test-kit';
import { startCalls } from '../base-data.ts';
import type { Bench } from '../bench.ts';
import { type Figure, toFigure } from '../figure.ts';
import { HttpConnection } from '../http-connection.ts';
import type { LoadInput, LoadReport } from '../load-generator.ts';
import { median, percentile } from '../statistics.ts';
import { WorkerProcess } from '../worker-process.ts';
import { fillLog } from './fill-log.ts';
import { type MeasuredRead, readsInRange } from './measured-reads.ts';

const connections = 32;
const readsOfEach = 40;
const warmUpReads = 5;
const day = 86_400_000;

interface Reads {
  read: MeasuredRead;
  durationsMs: number[];
}

/**
 * Reads and intake on a small table without statistics, and again in a log with many events. Each read must answer 200;
 * the target is 20 ms. The intake rate is compared with the rate on the small log.
 */
export async function measureGrowth(bench: Bench): Promise<Figure[]> {
  const { baseData, starts, events } = bench;
  const server = await bench.use(starts.startCallEvents({ name: 'growth' }));
  const baseline = await bench.use(starts.startBaseline());
  const generator = WorkerProcess.start<LoadInput, LoadReport>({ program: 'load-generator.js' });
  bench.atEnd(() => generator.stop());
  await startCalls(baseData, server.port);

  const measureIntake = (name: string) => intakeRates(bench, generator, { name, server, baseline });
  const young = await timeReads(bench, server, 'young');
  const youngIntake = await measureIntake('young');
  const filledBefore = await sizeOfLog(bench);
  await fillLog(baseData, events, (filled) => {
    if (filled % 1_200_000 === 0) bench.progress(`growth: ${filled} of ${events} events are on file`);
  });
  const filledAfter = await sizeOfLog(bench);
  const grown = await timeReads(bench, server, 'grown');
  const before = await sizeOfLog(bench);
  const grownIntake = await measureIntake('grown');
  const after = await sizeOfLog(bench);
  const bytesOf = (from: LogSize, to: LogSize) => (to.bytes - from.bytes) / (to.rows - from.rows);

  return [
    readFigure('reads on a young log, the slowest kind', young, 0),
    readFigure(`reads at ${events} events, the slowest kind`, grown, medianOf(young)),
    toFigure({
      name: `durable events at ${events} events`,
      measured: grownIntake.service,
      unit: '1/s',
      // The rate on the small log, scaled by the change of the bare server's rate, because the machine has other work.
      baseline: (youngIntake.service * grownIntake.bare) / youngIntake.bare,
      target: { of: 'ratio', bound: 'at least', value: 0.8 },
      detail: { connections, young: youngIntake, grown: grownIntake },
    }),
    toFigure({
      name: 'an event on disk, with its indexes',
      measured: bytesOf(before, after),
      unit: 'bytes',
      detail: { takenIn: bytesOf(before, after), filled: bytesOf(filledBefore, filledAfter), after },
    }),
  ];
}

function readFigure(name: string, reads: readonly Reads[], baseline: number): Figure {
  const kinds = reads.map(({ read, durationsMs }) => ({
    read: read.name,
    p50Ms: percentile(durationsMs, 50),
    p99Ms: percentile(durationsMs, 99),
  }));
  const slowest = kinds.toSorted((one, other) => other.p50Ms - one.p50Ms)[0];
  return toFigure({
    name: `${name}, p50`,
    measured: slowest?.p50Ms ?? Number.NaN,
    unit: 'ms',
    ...(baseline > 0 && { baseline }),
    target: { of: 'measured', bound: 'at most', value: 20 },
    detail: { readsOfEach, kinds },
  });
}

function medianOf(reads: readonly Reads[]): number {
  return median(reads.flatMap(({ durationsMs }) => durationsMs));
}

/** One read at a time, and the kinds take turns, so that disturbances of the machine affect all kinds. */
async function timeReads(
  { baseData, events, progress }: Bench,
  server: ServiceProcess,
  name: string,
): Promise<Reads[]> {
  const middle = Date.now() - events * 1_000;
  const measuredReads = readsInRange({ from: new Date(middle - day), to: new Date(middle) });
  const [reader] = await baseData.addReps(`reader-${name}`, 1, 'api');
  const connection = await HttpConnection.open(server.port);
  const reads: Reads[] = measuredReads.map((read) => ({ read, durationsMs: [] }));
  for (let round = -warmUpReads; round < readsOfEach; round++) {
    for (const { read, durationsMs } of reads) {
      const sentAt = performance.now();
      const { status, body } = await connection.send(
        `GET /bench${read.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${reader?.token}\r\n\r\n`,
      );
      if (status !== 200) throw new Error(`${read.name} was answered ${status}: ${body}`);
      if (round >= 0) durationsMs.push(performance.now() - sentAt);
    }
  }
  connection.close();
  for (const { read, durationsMs } of reads) {
    const [p50, p99] = [percentile(durationsMs, 50).toFixed(1), percentile(durationsMs, 99).toFixed(1)];
    progress(`growth, ${name}: ${read.name}: p50 ${p50} ms, p99 ${p99} ms`);
  }
  return reads;
}

async function intakeRates(
  { baseData, rounds, seconds, progress }: Bench,
  generator: WorkerProcess<LoadInput, LoadReport>,
  { name, server, baseline }: { name: string; server: ServiceProcess; baseline: ServiceProcess },
) {
  const emails = baseData.callers.map(({ email }) => email);
  const rates: { service: number[]; bare: number[] } = { service: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const [who, { port }] of [['bare', baseline] as const, ['service', server] as const]) {
      const idPrefix = `${name}-${who}-${round}`;
      const order = { port, seconds, connections, apiKey: baseData.apiKey, emails, idPrefix };
      const { perSecond } = await generator.ask(order);
      if (round > 0) rates[who].push(perSecond);
    }
  }
  const [service, bare] = [median(rates.service), median(rates.bare)];
  progress(`growth, ${name}: intake ${Math.round(service)}/s, bare server ${Math.round(bare)}/s`);
  return { service, bare, ratio: service / bare };
}

interface LogSize {
  rows: number;
  bytes: number;
}

async function sizeOfLog({ baseData }: Bench): Promise<LogSize> {
  const [size] = await baseData.query<LogSize>(
    `SELECT count(*)::float8 AS rows,
            (SELECT sum(pg_total_relation_size(name::regclass))
               FROM unnest('{call_events}'::text[]) AS tables (name))::float8 AS bytes
       FROM call_events`,
  );
  if (size === undefined) throw new Error('the log has no size');
  return size;
}
