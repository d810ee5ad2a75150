import { createHash } from 'node:crypto';
import { createLogger } from '@callside/service-kit';
import { ArtifactStore } from '../../src/adapters/artifact-store.ts';
import { createModelOpener } from '../../src/adapters/open-model.ts';
import { featureNames, featureSchema } from '../../src/domain/feature-registry.ts';

test('the bundled model has the current features and passes every check', async () => {
  const { openStored } = createModelOpener({
    store: new ArtifactStore('unused', 'unused'),
    featureSchema: { names: featureNames, hash: createHash('sha256').update(featureSchema).digest('hex') },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const model = await openStored('unused', null);
  try {
    expect(model.manifest.artifact_version).toMatch(/^default-[0-9a-f]{8}$/);
    const scores = await model.score(new Float32Array(3 * featureNames.length), 3);
    expect([...scores].every(Number.isFinite)).toBe(true);
  } finally {
    await model.close();
  }
});
