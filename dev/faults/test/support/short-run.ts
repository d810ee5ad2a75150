import { mkdtemp, rm } from 'node:fs/promises';
import { type RunOptions, type RunResult, runFaults } from '../../src/run.ts';

/** A run in a temporary directory, which is removed afterwards. */
export async function shortRun(
  options: Pick<RunOptions, 'seed' | 'minutes'> & Partial<RunOptions>,
): Promise<RunResult> {
  const directory = await mkdtemp('/tmp/callside-faults-');
  try {
    return await runFaults({
      instances: 3,
      reps: 4,
      retryScale: 0.25,
      keepsGoing: false,
      progress: () => {},
      ...options,
      directory,
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
