import type { Bench } from './bench.ts';
import { type Figure, toFigure } from './figure.ts';
import { startCalls } from './ground.ts';
import { type LoadOrder, type LoadReport, loadReportSchema } from './load-order.ts';
import { median, percentile } from './statistics.ts';
import { WorkerProcess } from './worker-process.ts';

interface Contender {
  name: string;
  port: number;
  table: 'baseline_events' | 'call_events';
}

const connections = 32;
const warmUpSeconds = 3;

/**
 * Durable events a second, the contenders in turns, so that what disturbs the machine disturbs all. The figure is the
 * median of the rounds.
 */
export async function measureThroughput(bench: Bench): Promise<Figure[]> {
  const { starts, redisUrl, rounds, seconds, profileArgs } = bench;
  const alone = await bench.use(starts.startCallEvents({ name: 'alone', nodeArgs: profileArgs }));
  const clustered = await bench.use(starts.startCallEvents({ name: 'clustered', redisUrl }));
  const baseline = await bench.use(starts.startBaseline());
  await startCalls(bench.ground, alone.port);

  const contenders: [Contender, Contender, Contender] = [
    { name: 'baseline', port: baseline.port, table: 'baseline_events' },
    { name: 'alone', port: alone.port, table: 'call_events' },
    { name: 'clustered', port: clustered.port, table: 'call_events' },
  ];
  const generator = WorkerProcess.start<LoadOrder, LoadReport>({
    program: 'load-generator.js',
    answerSchema: loadReportSchema,
  });
  bench.atEnd(() => generator.stop());
  const reports = new Map<Contender, LoadReport[]>(contenders.map((contender) => [contender, []]));
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
  { name, port, table }: Contender,
  round: string,
  seconds: number,
): Promise<LoadReport> {
  const idPrefix = `${name}-${round}`;
  const emails = ground.callers.map(({ email }) => email);
  const report = await generator.ask({ port, seconds, connections, apiKey: ground.apiKey, emails, idPrefix });
  const rows = await ground.query<{ count: number }>(
    `SELECT count(DISTINCT event_id)::int AS count FROM ${table} WHERE starts_with(event_id, $1)`,
    [`${idPrefix}-`],
  );
  if (rows[0]?.count !== report.accepted) {
    throw new Error(`${name} accepted ${report.accepted} events and has ${rows[0]?.count} of them on file`);
  }
  return report;
}

function summarise(reports: readonly LoadReport[]) {
  const perSecond = reports.map((report) => report.perSecond);
  return {
    perSecond: median(perSecond),
    lowest: percentile(perSecond, 0),
    highest: percentile(perSecond, 100),
    p50Ms: median(reports.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(reports.map(({ p99Ms }) => p99Ms)),
    acceptedAndOnFile: reports.reduce((sum, { accepted }) => sum + accepted, 0),
    generatorCpuShare: median(reports.map(({ cpuShare }) => cpuShare)),
  };
}
