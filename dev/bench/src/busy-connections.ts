import { HttpConnection } from './http-connection.ts';

interface Load {
  port: number;
  connections: number;
  seconds: number;
}

interface LoadTimes {
  /** Of all exchanges, also of those that ended after the time was over. */
  durationsMs: number[];
  /** Only exchanges that ended in time. */
  perSecond: number;
  /** Share of one core that this process used. */
  cpuShare: number;
}

/** Keeps a number of connections busy: each starts its next exchange after the previous one. */
export async function keepBusy(
  { port, connections, seconds }: Load,
  exchange: (connection: HttpConnection) => Promise<void>,
): Promise<LoadTimes> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const durationsMs: number[] = [];
  let inTime = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;

  async function exchangeAgain(connection: HttpConnection): Promise<void> {
    for (let now = performance.now(); now < until; ) {
      const sentAt = now;
      await exchange(connection);
      now = performance.now();
      durationsMs.push(now - sentAt);
      if (now < until) inTime += 1;
    }
  }
  await Promise.all(open.map(exchangeAgain));

  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuShare = (user + system) / 1000 / (performance.now() - startedAt);
  for (const connection of open) connection.close();
  return { durationsMs, perSecond: inTime / seconds, cpuShare };
}
