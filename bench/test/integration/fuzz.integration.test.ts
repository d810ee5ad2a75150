import { join } from 'node:path';
import { readBenchEnvironment } from '../../src/env.ts';
import { type FuzzRig, startFuzzRig } from '../../src/fuzz/fuzz-rig.ts';
import { runTarget } from '../../src/fuzz/run-target.ts';
import { targetNames } from '../../src/fuzz/targets/all-targets.ts';

const corpusDirectory = join(import.meta.dirname, '../../fuzz-corpus');
/** The same cases in every run; `npm run fuzz` tries more. */
const seed = 20261122;
const seconds = 5;

let rig: FuzzRig;
beforeAll(async () => {
  rig = await startFuzzRig({ redisUrl: readBenchEnvironment().REDIS_URL });
}, 120_000);
afterAll(() => rig.close());

it('has a name for every target', () => {
  expect(rig.targets.map(({ name }) => name).sort()).toEqual([...targetNames].sort());
});

it.each(targetNames)(
  'holds the contract for every case of the corpus and for random cases: %s',
  async (name) => {
    const target = rig.targets.find((one) => one.name === name);
    if (target === undefined) throw new Error(`there is no target ${name}`);
    const report = await runTarget(target, { ground: rig.ground, corpusDirectory, seconds, seed });
    expect({ seed, ...report }).toMatchObject({ findings: [] });
    expect(report.cases).toBeGreaterThan(0);
  },
  120_000,
);
