import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CapturedLog } from '@callside/test-kit';
import { loggerTo } from '../../test/support/logger.ts';
import { featureNames, featureSchemaHash, stump } from '../../test/support/small-models.ts';
import { createArtifact } from './create-artifact.ts';
import { loadModel } from './load-model.ts';

const logger = loggerTo(new CapturedLog());
const featureSchema = { names: featureNames, hash: featureSchemaHash, sizedArticleTypes: [] };

const large = createArtifact(
  {
    featureCount: featureNames.length,
    baseScore: 0,
    trees: Array.from({ length: 5_000 }, (_, tree) => stump(0, 0.001, tree % featureNames.length)),
  },
  {
    featureNames,
    featureSchemaHash,
    objective: 'logistic',
    seed: 1,
    brand: 'acme',
    catalogVersion: '0',
    trainedAt: new Date('2026-11-21T18:00:00Z'),
    sampleFeatures: Float32Array.of(0, 1, 0, 1, 0, 0),
    importance: {},
  },
);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Resolves to the memory of this thread afterwards, in MiB. That of the process is also that of other tests. */
async function reload(times: number): Promise<number> {
  for (let time = 0; time < times; time += 1) {
    const scorer = await loadModel(large, 'a model', { featureSchema, logger });
    await scorer.end();
  }
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

it('the memory of a model is freed when another one replaces it', async () => {
  const before = await reload(5);
  const after = await reload(30);
  expect(after - before).toBeLessThan(5);
});
