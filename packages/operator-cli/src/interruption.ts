import { exitCodes } from './exit-code.ts';

// `pnpm callside` forwards the SIGINT that the terminal also sent to this process: both count as one.
const repeatMs = 500;

/** Passes `work` a signal that the first SIGINT or SIGTERM aborts, so that it can finish. A second one ends the process at once. */
export async function withInterruption<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController();
  let firstAt: number | undefined;
  const interrupt = () => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > repeatMs) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
