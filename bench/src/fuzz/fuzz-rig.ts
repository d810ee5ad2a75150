import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Releases } from '../releases.ts';
import { type FuzzGround, layFuzzGround } from './fuzz-ground.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { allTargets } from './targets/all-targets.ts';

export interface FuzzRig {
  ground: FuzzGround;
  targets: FuzzTarget[];
  close: () => Promise<void>;
}

/** Starts everything that the targets need. */
export async function startFuzzRig({ redisUrl }: { redisUrl: string }): Promise<FuzzRig> {
  const everything = new Releases();
  const directory = await mkdtemp(join(tmpdir(), 'callside-fuzz-'));
  everything.add(() => rm(directory, { recursive: true, force: true }));
  try {
    const ground = await layFuzzGround({ directory, redisUrl, everything });
    return { ground, targets: allTargets(ground, directory), close: () => everything.release() };
  } catch (error) {
    await everything.release();
    throw error;
  }
}
