import { bundledModelDirectory, readBundledManifest } from '../artifact-finder.ts';
import { isBetterEverywhere, readMeasurements } from './measured-shops.ts';
import { describeModelCard } from './model-card.ts';

const measured = {
  shop: 'fashion',
  is_real: false,
  task: 'anchors',
  tasks: 1_200,
  model: 0.2,
  unranked: 0.18,
  own_frequency: 0.1,
  popularity: 0.05,
  difference: 0.111,
  low: -0.012,
  high: 0.2,
};

it('the model card shows the measurements and says that offers have no probability', () => {
  const manifest = {
    artifact_version: 'default-1',
    trees: 3,
    objective: 'logistic',
    seed: 1,
    feature_schema_hash: 'f',
    feature_names: ['a'],
    onnx_sha256: '0',
    importance: { a: 1 },
  };
  const card = describeModelCard(manifest, ['a shop'], [measured]);
  expect(card).toContain('have no `purchase_probability`');
  expect(card).toContain(
    '| fashion, generated | anchors | 1,200 | 0.200 | 0.180 | 0.100 | 0.050 | +11.1 % (-1.2 % to +20.0 %) |',
  );
});

it('a model that is not better on one shop, or that was not measured, is not better everywhere', () => {
  expect(isBetterEverywhere([measured])).toBe(true);
  expect(isBetterEverywhere([measured, { ...measured, model: 0.18 }])).toBe(false);
  expect(isBetterEverywhere([])).toBe(false);
});

it('the bundled model is better than the first-stage order on every shop that it was measured on, including real shops', async () => {
  const manifest = await readBundledManifest();
  const { artifactVersion, measured: shops } = await readMeasurements(bundledModelDirectory);
  expect(artifactVersion).toBe(manifest?.artifact_version);
  expect(isBetterEverywhere(shops)).toBe(true);
  expect(new Set(shops.filter(({ is_real }) => is_real).map(({ shop }) => shop)).size).toBeGreaterThanOrEqual(2);
  expect(new Set(shops.filter(({ is_real }) => !is_real).map(({ shop }) => shop)).size).toBeGreaterThanOrEqual(3);
});
