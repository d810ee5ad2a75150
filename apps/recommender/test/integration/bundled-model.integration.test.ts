import { createLogger } from '@callside/service-kit';
import { ArtifactStore } from '../../src/adapters/artifact-store.ts';
import { ModelOpener } from '../../src/adapters/open-model.ts';
import { featureSchema } from '../../src/models/feature-schema.ts';

test('the bundled model has the current features and passes every check', async () => {
  const opener = new ModelOpener({
    store: new ArtifactStore('unused', 'unused'),
    featureSchema,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const model = await opener.openStored('unused', null);
  try {
    expect(model.manifest.artifact_version).toMatch(/^default-[0-9a-f]{8}$/);
    const scores = await model.score({ values: new Float32Array(3 * featureSchema.names.length), rowCount: 3 });
    expect([...scores].every(Number.isFinite)).toBe(true);
  } finally {
    await model.close();
  }
});
