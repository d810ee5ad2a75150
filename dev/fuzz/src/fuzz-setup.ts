import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Releases } from '@callside/bench';
import type { FuzzTarget } from './fuzz-target.ts';
import { type SystemUnderTest, startSystemUnderTest } from './system-under-test.ts';
import { allTargets } from './targets/all-targets.ts';

export interface FuzzSetup {
  system: SystemUnderTest;
  targets: FuzzTarget[];
  close: () => Promise<void>;
}

/** Starts everything that the targets need. */
export async function startFuzzSetup({ redisUrl }: { redisUrl: string }): Promise<FuzzSetup> {
  const everything = new Releases();
  const directory = await mkdtemp(join(tmpdir(), 'callside-fuzz-'));
  everything.add(() => rm(directory, { recursive: true, force: true }));
  try {
    const system = await startSystemUnderTest({ directory, redisUrl, everything });
    return { system, targets: allTargets(system, directory), close: () => everything.release() };
  } catch (error) {
    await everything.release();
    throw error;
  }
}
