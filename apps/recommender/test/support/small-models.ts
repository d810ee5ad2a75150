import { createHash } from 'node:crypto';
import { exportOnnx, type RegressionTree, type TreeEnsemble } from '@callside/boosting';
import type { Artifact } from '../../src/models/artifact.ts';
import { createArtifact } from '../../src/models/create-artifact.ts';

export const featureNames: readonly string[] = ['own_purchases', 'popularity', 'price_distance'];
export const featureSchemaHash = createHash('sha256').update(featureNames.join()).digest('hex');

/** One split on the first feature: `low` up to one half, `high` above. */
export function stump(low: number, high: number, feature = 0): RegressionTree {
  return {
    feature: Int32Array.of(feature, -1, -1),
    threshold: Float32Array.of(0.5, 0, 0),
    left: Int32Array.of(1, 0, 0),
    right: Int32Array.of(2, 0, 0),
    value: Float32Array.of(0, low, high),
  };
}

/** Scores `base` for a row of zeros, 1 more for each feature above one half. */
function smallEnsemble(base: number): TreeEnsemble {
  return {
    featureCount: featureNames.length,
    baseScore: base,
    trees: featureNames.map((_, feature) => stump(0, 1, feature)),
  };
}

interface SmallModel {
  /** Its score for a row of zeros; it distinguishes models. */
  base: number;
  brand?: string;
  trainedAt?: Date;
  bundled?: boolean;
  /** The score of its backtest for a row of zeros, if it has one. */
  backtestBase?: number;
}

export function smallArtifact({
  base,
  brand = 'acme',
  trainedAt = new Date('2026-11-21T18:00:00Z'),
  bundled = false,
  backtestBase,
}: SmallModel): Artifact {
  return createArtifact(smallEnsemble(base), {
    featureNames,
    featureSchemaHash,
    objective: 'logistic',
    seed: 1,
    brand,
    catalogVersion: '0123456789abcdef',
    trainedAt,
    sampleFeatures: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0.25, 0.75, Number.NaN),
    importance: { own_purchases: 0.5, popularity: 0.3, price_distance: 0.2 },
    bundled,
    ...(backtestBase !== undefined && { learnt: { until: '2026-11-20', backtest: smallEnsemble(backtestBase) } }),
  });
}

/** A model with the same scores that another program could have written: it compares the other way, so its trees cannot be read. */
export function foreignArtifact(model: SmallModel): Artifact {
  const artifact = smallArtifact(model);
  const mirrored = { ...smallEnsemble(model.base), trees: featureNames.map((_, feature) => stump(1, 0, feature)) };
  const exported = Buffer.from(exportOnnx(mirrored, { producerVersion: '1', metadata: {} })).toString('latin1');
  const onnx = Buffer.from(exported.replaceAll('BRANCH_LEQ', 'BRANCH_GTE'), 'latin1');
  const { rows, scores } = artifact.manifest.golden;
  const isWhole = (_: unknown, row: number) => (rows[row] ?? []).every(Number.isFinite);
  return withManifest(
    { ...artifact, onnx },
    {
      onnx_sha256: createHash('sha256').update(onnx).digest('hex'),
      golden: { rows: rows.filter(isWhole), scores: scores.filter(isWhole) },
    },
  );
}

/** Changes fields of a manifest. */
export function withManifest(artifact: Artifact, changes: Partial<Artifact['manifest']>): Artifact {
  return { ...artifact, manifest: { ...artifact.manifest, ...changes } };
}
