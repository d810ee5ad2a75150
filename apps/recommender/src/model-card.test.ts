import { describeModelCard } from './model-card.ts';

it('shows how far scores agree with what was bought, and that offers have no probability', () => {
  const manifest = {
    artifact_version: 'default-1',
    trees: 3,
    objective: 'logistic',
    seed: 1,
    feature_schema_hash: 'f',
    feature_names: ['a'],
    onnx_sha256: '0',
    importance: { a: 1 },
    metrics: {},
  } as unknown as Parameters<typeof describeModelCard>[0];
  const reliability = {
    anchors: { bins: [{ offers: 1_200, predicted: 0.123, bought: 0.117 }], expected_calibration_error: 0.006 },
  };
  const card = describeModelCard(manifest, { seed: 1, products: 2, customers: 3, lines: 4 }, reliability);
  expect(card).toContain('have no `purchase_probability`');
  expect(card).toContain('anchors: expected calibration error 0.6 %');
  expect(card).toContain('| 12.3 % | 11.7 % | 1,200 |');
});
