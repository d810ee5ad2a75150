import { join } from 'node:path';
import { readBenchEnvironment } from '@callside/bench';
import { type FuzzSetup, startFuzzSetup } from '../../src/fuzz-setup.ts';
import { runTarget, type TargetReport } from '../../src/run-target.ts';
import { targetNames } from '../../src/targets/all-targets.ts';

const corpusDirectory = join(import.meta.dirname, '../../corpus');
/** The same cases in every run; `npm run fuzz` tries more. */
const seed = 20261122;
const seconds = 5;
const targetsAtOnce = 3;

let setup: FuzzSetup;
const reports = new Map<string, TargetReport>();

async function runTargets(): Promise<void> {
  const waiting = [...setup.targets];
  const runNext = async (): Promise<void> => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      reports.set(target.name, await runTarget(target, { system: setup.system, corpusDirectory, seconds, seed }));
    }
  };
  await Promise.all(Array.from({ length: targetsAtOnce }, runNext));
}

beforeAll(async () => {
  setup = await startFuzzSetup({ redisUrl: readBenchEnvironment().REDIS_URL });
  await runTargets();
}, 300_000);
afterAll(() => setup.close());

it('every target has a name', () => {
  expect(setup.targets.map(({ name }) => name).sort()).toEqual([...targetNames].sort());
});

it.each(targetNames)('the contract holds for every case of the corpus and for random cases: %s', (name) => {
  const report = reports.get(name);
  expect({ seed, ...report }).toMatchObject({ findings: [] });
  expect(report?.cases).toBeGreaterThan(0);
});
