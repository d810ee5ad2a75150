import { exitCodes } from './exit-code.ts';

// `pnpm callside` passes on the SIGINT that the terminal has sent to this process as well: both count as one.
const repeatMs = 500;

/**
 * Gives `work` a signal that the first SIGINT or SIGTERM aborts, so that it can end in order. Another one ends the process
 * at once.
 */
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
