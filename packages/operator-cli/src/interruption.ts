import { exitCodes } from './exit-code.ts';

// `pnpm callside` forwards the SIGINT that the terminal also sent to this process: both count as one.
const repeatMs = 500;

/**
 * Passes `work` a signal that the first SIGINT or SIGTERM aborts, so that it can finish. A second one ends the process at once. The loss
 * of the terminal counts too, but not below nohup, which takes the terminal from stderr.
 */
export async function withInterruption<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController();
  let firstAt: number | undefined;
  const interrupt = () => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > repeatMs) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(process.stderr.isTTY ? (['SIGHUP'] as const) : [])];
  for (const name of signals) process.on(name, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
