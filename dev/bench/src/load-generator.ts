// A separate process that sends as many events as a server accepts over a number of connections.

import { keepBusy } from './busy-connections.ts';
import { createEventRequests } from './event-requests.ts';
import { requireAccepted } from './http-connection.ts';
import { type LoadInput, type LoadReport, loadInputSchema } from './load-input.ts';
import { percentile } from './statistics.ts';
import { answerMessages } from './worker-process.ts';

answerMessages(loadInputSchema, generateLoad);

async function generateLoad(input: LoadInput): Promise<LoadReport> {
  const nextRequest = createEventRequests(input, input.idPrefix);
  const { durationsMs, ...figures } = await keepBusy(input, async (connection) => {
    requireAccepted(await connection.send(nextRequest().text));
  });
  return {
    ...figures,
    accepted: durationsMs.length,
    p50Ms: percentile(durationsMs, 50),
    p99Ms: percentile(durationsMs, 99),
  };
}
