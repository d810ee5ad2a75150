import type { ServerProcess } from './server-process.ts';

/** The value of a server's metric, such as `name{label="value"`; 0 where it shows none. */
export async function metricOf({ client }: ServerProcess, start: string): Promise<number> {
  const { text } = await client.send({ method: 'GET', path: '/metrics' });
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
}
