import type { ArtifactManifest } from './artifact.ts';
import { listModels } from './list-models.ts';

const byCutoff = (value: number) => ({ 1: 0, 5: 0, 10: value });
const manifest = (metrics: ArtifactManifest['metrics']): ArtifactManifest => ({
  artifact_version: 'v',
  feature_schema_hash: 'f',
  feature_names: [],
  objective: 'logistic',
  learnt_until: null,
  backtest: null,
  calibration: null,
  trained_for: 'conversion',
  deployment: null,
  trees: 1,
  trained_at: '2026-11-21T18:00:00.000Z',
  seed: 1,
  brand: 'acme',
  catalog_version: 'c',
  onnx_sha256: 's',
  golden: { rows: [], scores: [] },
  metrics,
  importance: {},
});
const stored = { brand: 'acme', version: 'v', published: true, problem: null };

describe('a line of the list of models', () => {
  it('shows the main figures of its training', () => {
    const model = { recall: byCutoff(0.3), ndcg: byCutoff(0.2), hit_rate: byCutoff(0.4) };
    const metrics = { next_purchase: { all: { tasks: 9, rankings: { model } } } };
    const models = [{ ...stored, manifest: manifest(metrics) }];
    expect(listModels(models)).toEqual([
      {
        version: 'v',
        brand: 'acme',
        trained_at: '2026-11-21T18:00:00.000Z',
        trained_for: 'conversion',
        published: true,
        metrics: { next_purchase: { recall_at_10: 0.3, ndcg_at_10: 0.2, hit_rate_at_10: 0.4 } },
        problem: null,
      },
    ]);
  });

  it.each([{}, { next_purchase: null }, { next_purchase: { all: { rankings: {} } } }, { next_purchase: 'good' }])(
    'has no figures when the metrics of the manifest are %j',
    (metrics) => {
      const models = [{ ...stored, manifest: manifest(metrics) }];
      expect(listModels(models)).toMatchObject([{ version: 'v', metrics: {} }]);
    },
  );

  it('has no figures of a kind of task that was not measured', () => {
    const none = { recall: byCutoff(0), ndcg: byCutoff(0), hit_rate: byCutoff(0) };
    const metrics = { anchors: { all: { tasks: 0, rankings: { model: none } } } };
    expect(listModels([{ ...stored, manifest: manifest(metrics) }])).toMatchObject([{ version: 'v', metrics: {} }]);
  });

  it('shows why the manifest of a model cannot be read', () => {
    const models = [{ ...stored, manifest: null, problem: 'it is damaged' }];
    expect(listModels(models)).toEqual([
      {
        version: 'v',
        brand: 'acme',
        trained_at: null,
        trained_for: null,
        published: true,
        metrics: {},
        problem: 'it is damaged',
      },
    ]);
  });
});
