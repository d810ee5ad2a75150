import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '@callside/test-kit';
import { z } from 'zod';
import { askServer } from './ask-server.ts';
import type { Bench } from './bench.ts';
import { type CrowdInput, type CrowdReport, crowdReportSchema } from './crowd-input.ts';
import { type Figure, toFigure } from './figure.ts';
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
  const crowd = WorkerProcess.start<CrowdInput, CrowdReport>({
    program: 'tab-crowd.js',
    answerSchema: crowdReportSchema,
  });
  bench.atEnd(() => crowd.stop());
  const tokens = bench.baseData.idle.map(({ token }) => token);
  const openTabs = async (wanted: string[]) => {
    const { open } = await crowd.ask({ port: server.port, tokens: wanted });
    if (open !== wanted.length) throw new Error(`${open} of ${wanted.length} tabs are open`);
  };

  await openTabs(tokens.slice(0, tabsBefore));
  await openTabs([]);
  const before = await settledMemory(server);
  await openTabs(tokens);
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

function readMemory(server: ServiceProcess): Promise<Memory> {
  return askServer(server, 'memory', memorySchema);
}
