import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { LoadInput, LoadReport } from './load-generator.ts';

const script = fileURLToPath(new URL('../wrk-events.lua', import.meta.url));

const wrkReportSchema = z.object({
  answered: z.number(),
  failed: z.number(),
  seconds: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
});

export function isWrkInstalled(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

/** The load by `wrk`, which uses far less of the measured processor time than a load generator in Node. */
export async function generateLoadWithWrk(input: LoadInput): Promise<LoadReport> {
  const { port, seconds, connections, apiKey, emails, idPrefix } = input;
  const wrk = spawn(
    'wrk',
    [
      ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
      ...['--script', script, `http://127.0.0.1:${port}`, '--', apiKey, idPrefix, emails.join()],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [output, errors] = await Promise.all([text(wrk.stdout), text(wrk.stderr), once(wrk, 'close')]);
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`wrk failed: ${errors || output}`);
  const report = wrkReportSchema.parse(JSON.parse(line));
  if (report.failed > 0) throw new Error(`${report.failed} events were not accepted`);
  return {
    accepted: report.answered,
    perSecond: report.answered / report.seconds,
    p50Ms: report.p50Ms,
    p99Ms: report.p99Ms,
    cpuShare: null,
  };
}
