// A separate process that sends as many events as a server accepts over a number of connections.

import { keepBusy } from './busy-connections.ts';
import { createEventRequests } from './event-requests.ts';
import { requireAccepted } from './http-connection.ts';
import { percentile } from './statistics.ts';
import { answerMessages } from './worker-process.ts';

/** To keep `connections` busy for `seconds`. */
export interface LoadInput {
  port: number;
  seconds: number;
  connections: number;
  apiKey: string;
  emails: string[];
  idPrefix: string;
}

export interface LoadReport {
  /** All events that were answered 200 and accepted, also after the time was over. */
  accepted: number;
  /** Only events that were answered in time. */
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of one core that the generator itself used; null when it was not measured. */
  cpuShare: number | null;
}

answerMessages(generateLoad);

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
