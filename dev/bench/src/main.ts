import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureRankingQuality } from '@callside/ranking-lab';
import { createBaseData } from './base-data.ts';
import type { Bench } from './bench.ts';
import { type CommandLine, type Measurement, parseCommandLine, type RankingData, usage } from './command-line.ts';
import { readBenchEnvironment } from './env.ts';
import type { Figure } from './figure.ts';
import { measureGrowth } from './growth/growth.ts';
import { measureHeldRow } from './held-row.ts';
import { measureLatency } from './latency.ts';
import { readMachineFacts } from './machine-facts.ts';
import { measureMemory } from './memory.ts';
import { createShop } from './offers/imported-shop.ts';
import { measureRecommend } from './offers/recommend.ts';
import { measureRecommendLoad } from './offers/recommend-load.ts';
import { measurePainted } from './painted.ts';
import { readCommandLine } from './read-command-line.ts';
import { measureReconnectStorm } from './reconnect-storm/reconnect-storm.ts';
import { Releases } from './releases.ts';
import { createServerStarts } from './servers.ts';
import { toTable } from './table.ts';
import { measureThroughput } from './throughput.ts';

const measure: Record<Measurement, (bench: Bench) => Promise<Figure[]>> = {
  throughput: measureThroughput,
  latency: measureLatency,
  'held-row': measureHeldRow,
  recommend: measureRecommend,
  'recommend-load': measureRecommendLoad,
  painted: measurePainted,
  memory: measureMemory,
  growth: measureGrowth,
  'reconnect-storm': measureReconnectStorm,
};
/** The exit code after Ctrl-C. */
const interrupted = 130;
const resultsDirectory = fileURLToPath(new URL('../../../bench/results/', import.meta.url));

async function main({ rankingData, help, ...order }: CommandLine): Promise<void> {
  if (help) return console.log(usage);
  await mkdir(resultsDirectory, { recursive: true });
  if (rankingData !== null) await measureRankings(rankingData);
  if (order.measurements.length > 0) await measureServices(order);
}

async function measureRankings(data: RankingData): Promise<void> {
  const report = await measureRankingQuality(data, (text) => console.log(text));
  await writeFile(join(resultsDirectory, 'ranking-quality.json'), `${JSON.stringify(report, null, 2)}\n`);
}

async function measureServices(order: Omit<CommandLine, 'rankingData' | 'help'>): Promise<void> {
  const { measurements, events, rounds, seconds, profile } = order;
  const { REDIS_URL } = readBenchEnvironment();
  const everything = new Releases();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = interrupted;
      void everything.release().finally(() => process.exit());
    });
  }
  const logDirectory = await mkdtemp(join(tmpdir(), 'callside-bench-'));
  everything.add(() => rm(logDirectory, { recursive: true, force: true }));
  try {
    const baseData = await createBaseData();
    everything.add(baseData.drop);
    const machine = await readMachineFacts(baseData.query);
    const shop = createShop(baseData, (release) => everything.add(release));
    const starts = createServerStarts({ baseData, logDirectory });
    const figures: Figure[] = [];
    for (const name of measurements) {
      const own = new Releases();
      everything.add(() => own.release());
      const bench: Bench = {
        baseData,
        redisUrl: REDIS_URL,
        starts,
        shop,
        events,
        rounds,
        seconds,
        profileArgs: profile ? ['--cpu-prof', `--cpu-prof-dir=${resultsDirectory}`] : [],
        use: async (starting) => {
          const server = await starting;
          own.add(() => server.stop());
          return server;
        },
        atEnd: (release) => own.add(release),
        progress: (line) => console.log(`  ${line}`),
      };
      figures.push(...(await measure[name](bench)));
      await own.release();
    }
    await writeFile(
      join(resultsDirectory, 'latest.json'),
      `${JSON.stringify({ machine, rounds, seconds, figures }, null, 2)}\n`,
    );
    const { cores, processor, node, postgresql } = machine;
    console.log(`\n${toTable(figures)}\n\n${cores} cores (${processor}), Node.js ${node}, PostgreSQL ${postgresql}`);
    console.log('What each is compared with: dev/bench/README.md');
  } finally {
    await everything.release();
  }
}

const order = readCommandLine(parseCommandLine, usage);
if (order !== null) {
  await main(order).catch((error: unknown) => {
    // An interruption stops servers, so the measurement fails.
    if (process.exitCode === interrupted) return;
    console.error(error);
    process.exitCode = 1;
  });
}
