import { type ServiceProcess, until } from '@callside/test-kit';
import type { z } from 'zod';

/** Sends SIGUSR2 to a server and returns the answer of its probe: the next log line with this `msg`. */
export async function askServer<Answer>(
  server: ServiceProcess,
  msg: string,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const answers = () => server.log.split('\n').filter((line) => line.includes(`"msg":"${msg}"`));
  const known = answers().length;
  server.kill('SIGUSR2');
  await until(`the server logs its ${msg}`, () => answers().length > known);
  return schema.parse(JSON.parse(answers()[known] ?? ''));
}
