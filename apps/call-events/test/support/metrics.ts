import type { ServiceProcess } from '@callside/test-kit';

/** The value of a server's metric whose line starts with `start`, such as `name{label="value"`; 0 without such a line. */
export async function metricOf({ client }: ServiceProcess, start: string): Promise<number> {
  const { text } = await client.send({ method: 'GET', path: '/metrics' });
  const line = text.split('\n').find((one) => one.startsWith(start));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1));
}
