import { type ServiceProcess, until } from '@callside/test-kit';
import type { z } from 'zod';

/** Sends SIGUSR2 to a server and returns the answer of its probe: the next log line with this `msg`. */
export async function askServer<Told>(server: ServiceProcess, msg: string, schema: z.ZodType<Told>): Promise<Told> {
  const told = () => server.log.split('\n').filter((line) => line.includes(`"msg":"${msg}"`));
  const known = told().length;
  server.kill('SIGUSR2');
  await until(`the server logs its ${msg}`, () => told().length > known);
  return schema.parse(JSON.parse(told()[known] ?? ''));
}
