import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, until } from '@callside/test-kit';
import { z } from 'zod';
import type { Bench } from './bench.ts';
import { type Figure, toFigure } from './figure.ts';
import type { StormInput, StormReport } from './reconnect-storm/storm-crowd.ts';
import { WorkerProcess } from './worker-process.ts';

const memorySchema = z.object({
  msg: z.literal('memory'),
  rss: z.number(),
  heapUsed: z.number(),
  external: z.number(),
});
type Memory = z.infer<typeof memorySchema>;

/** Opened and closed before the first reading, so that code and buffers that are needed once do not count. */
const tabsBefore = 200;
const settlingReadings = 20;
const stableWithinBytes = 512 * 1024;

/** Resident memory of one server per idle tab, after garbage collection. */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const probe = new URL('memory-on-signal.js', import.meta.url).href;
  const server = await bench.use(
    bench.starts.startCallEvents({
      name: 'memory',
      redisUrl: bench.redisUrl,
      nodeArgs: ['--expose-gc', '--import', probe],
    }),
  );
  const tokens = bench.baseData.idle.map(({ token }) => token);
  const first = await openTabs(bench, server.port, tokens.slice(0, tabsBefore));
  first.stop();
  const before = await settledMemory(server);
  await openTabs(bench, server.port, tokens);
  const after = await settledMemory(server);
  bench.progress(`memory: ${tokens.length} idle tabs took ${((after.rss - before.rss) / 1e6).toFixed(1)} MB`);

  return [
    toFigure({
      name: `memory of an idle tab, at ${tokens.length}`,
      measured: (after.rss - before.rss) / tokens.length / 1000,
      unit: 'kB',
      target: { of: 'measured', bound: 'at most', value: 25 },
      detail: { tabs: tokens.length, before, after },
    }),
  ];
}

/** In a process of their own, whose memory is not measured. */
async function openTabs(bench: Bench, port: number, tokens: string[]): Promise<WorkerProcess<StormInput, StormReport>> {
  const crowd = WorkerProcess.start<StormInput, StormReport>({ program: 'reconnect-storm/storm-crowd.js' });
  bench.atEnd(() => crowd.stop());
  const { shown } = await crowd.ask({ do: 'open', port, tokens });
  if (shown !== tokens.length) throw new Error(`${shown} of ${tokens.length} tabs are open`);
  return crowd;
}

async function settledMemory(server: ServiceProcess): Promise<Memory> {
  let last = await readMemory(server);
  for (let reading = 1; reading < settlingReadings; reading++) {
    await sleep(500);
    const next = await readMemory(server);
    if (Math.abs(next.rss - last.rss) < stableWithinBytes) return next;
    last = next;
  }
  return last;
}

/** Sends SIGUSR2, which `memory-on-signal.ts` answers with a line of the log. */
async function readMemory(server: ServiceProcess): Promise<Memory> {
  const answers = () => server.log.split('\n').filter((line) => line.includes('"msg":"memory"'));
  const known = answers().length;
  server.kill('SIGUSR2');
  await until('the server logs its memory', () => answers().length > known);
  return memorySchema.parse(JSON.parse(answers()[known] ?? ''));
}
