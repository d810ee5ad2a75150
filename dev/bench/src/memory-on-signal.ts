// Loaded into the server whose memory is measured, with --expose-gc. On SIGUSR2 it collects all garbage and writes the
// remaining memory to standard output.

import { setTimeout as sleep } from 'node:timers/promises';

const collections = 4;

process.on('SIGUSR2', () => void tell());

async function tell(): Promise<void> {
  for (let count = 0; count < collections; count++) {
    globalThis.gc?.();
    await sleep(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ msg: 'memory', rss, heapUsed, external })}\n`);
}
