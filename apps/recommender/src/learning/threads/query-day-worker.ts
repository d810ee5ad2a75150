import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { createCatalogue } from '../../ranking/index.ts';
import { type PreparedQuery, queryPreparation } from '../prepared-query.ts';
import type { RankerData } from '../shop-as-of.ts';
import { messagesAhead, type PreparedQueries, queriesInMessage, type ThreadData } from './query-day-messages.ts';

// The entry of a thread that prepares the queries of some days. Each message to it allows one more message from it.

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
const { catalogue, rows, records, justBoughtDays, days, sizedArticleTypes } = workerData as ThreadData;
const data: RankerData = {
  catalogue: createCatalogue(catalogue.items, catalogue.version),
  rows,
  ...(records && { records }),
  ...(justBoughtDays !== undefined && { justBoughtDays }),
};
const prepareQueries = queryPreparation(data, new Set(sizedArticleTypes));
let allowed = messagesAhead;
port.on('message', () => {
  allowed += 1;
});

async function send(message: PreparedQueries): Promise<void> {
  while (allowed === 0) await once(port, 'message');
  allowed -= 1;
  port.postMessage(
    message,
    message.queries.map(({ features }) => features.values.buffer as ArrayBuffer),
  );
}

for (const day of days) {
  let queries: PreparedQuery[] = [];
  for (const query of prepareQueries(day)) {
    queries.push(query);
    if (queries.length < queriesInMessage) continue;
    await send({ queries, isEndOfDay: false });
    queries = [];
  }
  await send({ queries, isEndOfDay: true });
}
port.close();
