// A separate process that keeps a number of connections busy with requests for offers.

import { keepBusy } from '../busy-connections.ts';
import { answerMessages } from '../worker-process.ts';
import { type RequestInput, type RequestReport, requestInputSchema } from './request-input.ts';

answerMessages(requestInputSchema, sendRequests);

async function sendRequests({ requests, ...load }: RequestInput): Promise<RequestReport> {
  let next = 0;
  const { durationsMs } = await keepBusy(load, async (connection) => {
    const { status, body } = await connection.send(requests[next++ % requests.length] ?? '');
    if (status !== 200 || !body.includes('"rank":1')) throw new Error(`a request was answered ${status}: ${body}`);
  });
  return { durationsMs };
}
