import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { createCatalogue } from '../../domain/catalogue.ts';
import { type AskedTask, askTasks } from '../asked-task.ts';
import type { RankerData } from '../shop-as-of.ts';
import { type AskedTasks, messagesAhead, type ThreadData, tasksInMessage } from './query-day-messages.ts';

// The entry of a thread that computes the tasks of some days. Each message to it allows one more message from it.

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
const { catalogue, rows, records, days, sizedArticleTypes } = workerData as ThreadData;
const data: RankerData = {
  catalogue: createCatalogue(catalogue.items, catalogue.version),
  rows,
  ...(records && { records }),
};
const sized = new Set(sizedArticleTypes);
let allowed = messagesAhead;
port.on('message', () => {
  allowed += 1;
});

async function send(message: AskedTasks): Promise<void> {
  while (allowed === 0) await once(port, 'message');
  allowed -= 1;
  port.postMessage(
    message,
    message.asked.map(({ features }) => features.values.buffer as ArrayBuffer),
  );
}

for (const day of days) {
  let asked: AskedTask[] = [];
  for (const task of askTasks(data, day, sized)) {
    asked.push(task);
    if (asked.length < tasksInMessage) continue;
    await send({ asked, isEndOfDay: false });
    asked = [];
  }
  await send({ asked, isEndOfDay: true });
}
port.close();
