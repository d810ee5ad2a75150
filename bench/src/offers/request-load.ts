// A separate process that keeps a number of connections busy. Each sends its next request after the previous answer.

import { HttpConnection } from '../http-connection.ts';
import { answerMessages } from '../worker-process.ts';
import { type RequestInput, type RequestReport, requestInputSchema } from './request-input.ts';

answerMessages(requestInputSchema, sendRequests);

async function sendRequests({ port, seconds, connections, requests }: RequestInput): Promise<RequestReport> {
  const open = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const durationsMs: number[] = [];
  let inTime = 0;
  let next = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;

  async function keepBusy(connection: HttpConnection): Promise<void> {
    for (let now = performance.now(); now < until; ) {
      const request = requests[next++ % requests.length] ?? '';
      const sentAt = now;
      const { status, body } = await connection.send(request);
      if (status !== 200 || !body.includes('"rank":1')) throw new Error(`a request was answered ${status}: ${body}`);
      now = performance.now();
      durationsMs.push(now - sentAt);
      if (now < until) inTime += 1;
    }
  }
  await Promise.all(open.map(keepBusy));

  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuShare = (user + system) / 1000 / (performance.now() - startedAt);
  for (const connection of open) connection.close();
  return { answered: durationsMs.length, perSecond: inTime / seconds, durationsMs, cpuShare };
}
