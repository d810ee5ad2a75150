import { createLogger } from '@callside/service-kit';
import { featureSchemaFor } from '../ranking/feature-schema.ts';
import { ArtifactStore } from './artifact-store.ts';
import { ModelOpener } from './open-model.ts';

test.each([['ring,bracelet,bangle'], [''], ['shoe']])(
  'the bundled model has the current features and passes every check with the sized types %j',
  async (types) => {
    const featureSchema = featureSchemaFor(types.split(','));
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
  },
);
