import type { Bench } from './bench.ts';
import { cpuSecondsBetween, readCpuSeconds } from './cpu-time.ts';
import { type Figure, toFigure } from './figure.ts';
import { type Ground, startCalls } from './ground.ts';
import { type LoadOrder, type LoadReport, loadReportSchema } from './load-order.ts';
import { median, percentile } from './statistics.ts';
import { WorkerProcess } from './worker-process.ts';

interface Contender {
  name: string;
  port: number;
  pid: number;
  table: 'baseline_events' | 'call_events';
}

interface Round extends LoadReport {
  /** Processor time per event, in microseconds; null when it cannot be read. */
  serverCpuUs: number | null;
  databaseCpuUs: number | null;
}

const connections = 32;
const warmUpSeconds = 3;

/**
 * Durable events per second. The contenders take turns, so that disturbances of the machine affect all. The figure is the
 * median of the rounds.
 */
export async function measureThroughput(bench: Bench): Promise<Figure[]> {
  const { starts, redisUrl, rounds, seconds, profileArgs } = bench;
  const alone = await bench.use(starts.startCallEvents({ name: 'alone', nodeArgs: profileArgs }));
  const clustered = await bench.use(starts.startCallEvents({ name: 'clustered', redisUrl }));
  const baseline = await bench.use(starts.startBaseline());
  await startCalls(bench.ground, alone.port);

  const contenders: [Contender, Contender, Contender] = [
    { name: 'baseline', port: baseline.port, pid: baseline.pid, table: 'baseline_events' },
    { name: 'alone', port: alone.port, pid: alone.pid, table: 'call_events' },
    { name: 'clustered', port: clustered.port, pid: clustered.pid, table: 'call_events' },
  ];
  const generator = WorkerProcess.start<LoadOrder, LoadReport>({
    program: 'load-generator.js',
    answerSchema: loadReportSchema,
  });
  bench.atEnd(() => generator.stop());
  const reports = new Map<Contender, Round[]>(contenders.map((contender) => [contender, []]));
  for (const contender of contenders) await runLoad(bench, generator, contender, 'warm', warmUpSeconds);
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contenders) {
      const report = await runLoad(bench, generator, contender, `round${round}`, seconds);
      bench.progress(`throughput, round ${round} of ${rounds}: ${contender.name} ${Math.round(report.perSecond)}/s`);
      reports.get(contender)?.push(report);
    }
  }
  generator.stop();

  const [base, ...services] = contenders.map((contender) => summarise(reports.get(contender) ?? []));
  const names = ['durable events, one instance', 'durable events, one of several (Redis)'];
  return services.map((service, index) =>
    toFigure({
      name: names[index] ?? '',
      measured: service.perSecond,
      unit: '1/s',
      ...(base && { baseline: base.perSecond }),
      target: { of: 'ratio', bound: 'at least', value: 1 },
      detail: { connections, reps: bench.ground.callers.length, secondsARound: seconds, baseline: base, service },
    }),
  );
}

async function runLoad(
  { ground }: Bench,
  generator: WorkerProcess<LoadOrder, LoadReport>,
  { name, port, pid, table }: Contender,
  round: string,
  seconds: number,
): Promise<Round> {
  const idPrefix = `${name}-${round}`;
  const emails = ground.callers.map(({ email }) => email);
  const before = await readCpu(ground, pid);
  const report = await generator.ask({ port, seconds, connections, apiKey: ground.apiKey, emails, idPrefix });
  const after = await readCpu(ground, pid);
  const rows = await ground.query<{ count: number }>(
    `SELECT count(DISTINCT event_id)::int AS count FROM ${table} WHERE starts_with(event_id, $1)`,
    [`${idPrefix}-`],
  );
  if (rows[0]?.count !== report.accepted) {
    throw new Error(`${name} accepted ${report.accepted} events and has ${rows[0]?.count} of them on file`);
  }
  const perEvent = (cpuSeconds: number | null) => (cpuSeconds === null ? null : (cpuSeconds * 1e6) / report.accepted);
  return {
    ...report,
    serverCpuUs: perEvent(cpuSecondsBetween(before.server, after.server)),
    databaseCpuUs: perEvent(cpuSecondsBetween(before.database, after.database)),
  };
}

/** Of the server and its PostgreSQL processes. On a machine with other work, this says more than the rate. */
async function readCpu({ query }: Ground, pid: number) {
  const backends = await query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  return {
    server: await readCpuSeconds([pid]),
    database: await readCpuSeconds(backends.map((backend) => backend.pid)),
  };
}

function summarise(reports: readonly Round[]) {
  const perSecond = reports.map((report) => report.perSecond);
  return {
    perSecond: median(perSecond),
    lowest: percentile(perSecond, 0),
    highest: percentile(perSecond, 100),
    p50Ms: median(reports.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(reports.map(({ p99Ms }) => p99Ms)),
    acceptedAndOnFile: reports.reduce((sum, { accepted }) => sum + accepted, 0),
    serverCpuUs: medianOfKnown(reports.map(({ serverCpuUs }) => serverCpuUs)),
    databaseCpuUs: medianOfKnown(reports.map(({ databaseCpuUs }) => databaseCpuUs)),
    generatorCpuShare: median(reports.map(({ cpuShare }) => cpuShare)),
  };
}

function medianOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}
