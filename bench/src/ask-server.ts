import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { MeasuredServer } from './servers.ts';

/** Sends SIGUSR2 to a server and returns the answer of its probe: the next log line with this `msg`. */
export async function askServer<Told>(server: MeasuredServer, msg: string, schema: z.ZodType<Told>): Promise<Told> {
  const told = () =>
    server
      .readLog()
      .split('\n')
      .filter((line) => line.includes(`"msg":"${msg}"`));
  const known = told().length;
  process.kill(server.pid, 'SIGUSR2');
  for (let attempt = 0; attempt < 500; attempt++) {
    const line = told().at(known);
    if (line !== undefined) return schema.parse(JSON.parse(line));
    await sleep(20);
  }
  throw new Error(`the server does not tell its ${msg}`);
}
