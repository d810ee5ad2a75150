// A separate process that keeps a number of connections busy with requests for offers.

import { keepBusy } from '../busy-connections.ts';
import { answerMessages } from '../worker-process.ts';

/** To send `requests` in turn, repeatedly, over `connections` for `seconds`. */
export interface RequestInput {
  port: number;
  seconds: number;
  connections: number;
  requests: string[];
}

export interface RequestReport {
  /** Of all requests that were answered 200, also after the time was over. */
  durationsMs: number[];
}

answerMessages(sendRequests);

async function sendRequests({ requests, ...load }: RequestInput): Promise<RequestReport> {
  let next = 0;
  const { durationsMs } = await keepBusy(load, async (connection) => {
    const { status, body } = await connection.send(requests[next++ % requests.length] ?? '');
    if (status !== 200 || !body.includes('"rank":1')) throw new Error(`a request was answered ${status}: ${body}`);
  });
  return { durationsMs };
}
