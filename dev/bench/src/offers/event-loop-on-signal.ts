// Loaded into the server whose event loop is measured. On SIGUSR2 it writes to standard output how late the turns of the
// event loop were since the previous signal.

import { monitorEventLoopDelay } from 'node:perf_hooks';

// The histogram includes the interval; the rest is the delay.
const resolutionMs = 1;
const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
histogram.enable();

process.on('SIGUSR2', () => {
  const delayMs = (nanoseconds: number) => Math.max(nanoseconds / 1e6 - resolutionMs, 0);
  const measured = {
    p50Ms: delayMs(histogram.percentile(50)),
    p99Ms: delayMs(histogram.percentile(99)),
    maxMs: delayMs(histogram.max),
  };
  process.stdout.write(`${JSON.stringify({ msg: 'event-loop', ...measured })}\n`);
  histogram.reset();
});
