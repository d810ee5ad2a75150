import { createHash } from 'node:crypto';
import type { TreeEnsemble } from '@callside/boosting';
import { type ArtifactDescription, createArtifact } from './create-artifact.ts';

const ensemble: TreeEnsemble = {
  featureCount: 2,
  baseScore: 0.5,
  trees: [
    {
      feature: Int32Array.of(1, -1, -1),
      threshold: Float32Array.of(2.5, 0, 0),
      left: Int32Array.of(1, 0, 0),
      right: Int32Array.of(2, 0, 0),
      value: Float32Array.of(0, -1, 1),
    },
  ],
};
const describe100Rows: ArtifactDescription = {
  featureNames: ['a', 'b'],
  featureSchemaHash: 'f'.repeat(64),
  objective: 'logistic',
  seed: 7,
  brand: 'acme',
  catalogVersion: 'c',
  trainedAt: new Date('2026-11-21T18:00:00Z'),
  sampleFeatures: Float32Array.from({ length: 200 }, (_, place) => place % 5),
  importance: { a: 0, b: 1 },
};

describe('an artifact', () => {
  it('is named by its training time and its ONNX file', () => {
    const { manifest, onnx } = createArtifact(ensemble, describe100Rows);
    const sha256 = createHash('sha256').update(onnx).digest('hex');
    expect(manifest).toMatchObject({ onnx_sha256: sha256, artifact_version: `20261121T180000-${sha256.slice(0, 8)}` });
    const bundled = createArtifact(ensemble, { ...describe100Rows, bundled: true });
    expect(bundled.manifest.artifact_version).toBe(`default-${sha256.slice(0, 8)}`);
  });

  it('has the same ONNX bytes at any training time', () => {
    const once = createArtifact(ensemble, describe100Rows);
    const later = createArtifact(ensemble, { ...describe100Rows, trainedAt: new Date('2027-01-01T00:00:00Z') });
    expect(Buffer.from(later.onnx).equals(once.onnx)).toBe(true);
  });

  it('keeps rows from the whole sample with their scores', () => {
    const { golden } = createArtifact(ensemble, describe100Rows).manifest;
    expect(golden.rows).toHaveLength(64);
    expect(golden.rows.every((row) => row.length === 2)).toBe(true);
    expect(golden.scores).toEqual(golden.rows.map(([, b]) => (b! <= 2.5 ? -0.5 : 1.5)));
    expect(new Set(golden.scores)).toEqual(new Set([-0.5, 1.5]));
  });

  it('keeps every row of a small sample, and needs at least one', () => {
    const { golden } = createArtifact(ensemble, { ...describe100Rows, sampleFeatures: Float32Array.of(1, 2) }).manifest;
    expect(golden).toEqual({ rows: [[1, 2]], scores: [-0.5] });
    expect(() => createArtifact(ensemble, { ...describe100Rows, sampleFeatures: new Float32Array() })).toThrow(
      'needs sample rows for its golden rows',
    );
  });
});
