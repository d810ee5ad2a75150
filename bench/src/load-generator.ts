// A separate process that sends as many events as a server accepts over a number of connections. Each connection sends
// its next event after the previous one was answered.

import { createEventRequests } from './event-requests.ts';
import { HttpConnection, requireAccepted } from './http-connection.ts';
import { type LoadInput, type LoadReport, loadInputSchema } from './load-input.ts';
import { percentile } from './statistics.ts';
import { answerMessages } from './worker-process.ts';

answerMessages(loadInputSchema, generateLoad);

async function generateLoad(input: LoadInput): Promise<LoadReport> {
  const nextRequest = createEventRequests(input, input.idPrefix);
  const connections = await Promise.all(
    Array.from({ length: input.connections }, () => HttpConnection.open(input.port)),
  );
  const durationsMs: number[] = [];
  let inTime = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + input.seconds * 1000;

  async function keepBusy(connection: HttpConnection): Promise<void> {
    for (let now = performance.now(); now < until; ) {
      const sentAt = now;
      requireAccepted(await connection.send(nextRequest().text));
      now = performance.now();
      durationsMs.push(now - sentAt);
      if (now < until) inTime += 1;
    }
  }
  await Promise.all(connections.map(keepBusy));

  const { user, system } = process.cpuUsage(cpuBefore);
  const elapsedMs = performance.now() - startedAt;
  for (const connection of connections) connection.close();
  return {
    accepted: durationsMs.length,
    perSecond: inTime / input.seconds,
    p50Ms: percentile(durationsMs, 50),
    p99Ms: percentile(durationsMs, 99),
    cpuShare: (user + system) / 1000 / elapsedMs,
  };
}
