import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shopKinds } from '@callside/demo-shop';
import { bundledModelDirectory, readBundledManifest } from '../artifact-finder.ts';
import { describeModelCard, type MeasuredShop } from './model-card.ts';

const measured = {
  shop: 'fashion',
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
  };
  const card = describeModelCard(manifest, ['a shop'], [measured]);
  expect(card).toContain('have no `purchase_probability`');
  expect(card).toContain('| fashion | anchors | 1,200 | 0.200 | 0.180 | +11.1 % (-1.2 % to +20.0 %) |');
});

it('the bundled model is better than the first-stage order on every generated shop that it was measured on', async () => {
  const manifest = await readBundledManifest();
  const text = await readFile(join(bundledModelDirectory, 'measured.json'), 'utf8');
  const stored: { artifact_version: string; measured: MeasuredShop[] } = JSON.parse(text);
  expect(stored.artifact_version).toBe(manifest?.artifact_version);
  expect(stored.measured.filter(({ model, unranked }) => model <= unranked)).toEqual([]);
  expect(new Set(stored.measured.map(({ shop }) => shop))).toEqual(new Set(Object.keys(shopKinds)));
});
