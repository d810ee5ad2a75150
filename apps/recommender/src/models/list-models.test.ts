import { featureSchemaFor } from '../ranking/index.ts';
import type { ArtifactManifest } from './artifact.ts';
import { listedModel } from './list-models.ts';

const featureSchema = featureSchemaFor(['ring']);
const servedBy = { running: [], featureSchema };
const byCutoff = (value: number) => ({ 1: 0, 5: 0, 10: value });
const manifest = (metrics: ArtifactManifest['metrics']): ArtifactManifest => ({
  artifact_version: 'v',
  feature_schema_hash: featureSchema.hash,
  feature_names: [],
  sized_article_types: featureSchema.sizedArticleTypes,
  objective: 'logistic',
  learnt_until: null,
  backtest: null,
  calibration: null,
  acceptance: null,
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
    const means = { recall: byCutoff(0.3), ndcg: byCutoff(0.2), hit_rate: byCutoff(0.4) };
    const model = { ...means, by_customer: { ...means, recall: byCutoff(0.25) } };
    const metrics = { next_purchase: { all: { tasks: 9, rankings: { model } } } };
    const headline = { recall_at_10: 0.3, ndcg_at_10: 0.2, hit_rate_at_10: 0.4 };
    expect(listedModel({ ...stored, manifest: manifest(metrics) }, servedBy)).toEqual({
      version: 'v',
      brand: 'acme',
      trained_at: '2026-11-21T18:00:00.000Z',
      trained_for: 'conversion',
      published: true,
      serving: true,
      metrics: { next_purchase: { ...headline, by_customer: { ...headline, recall_at_10: 0.25 } } },
      problem: null,
    });
  });

  it.each([{}, { next_purchase: null }, { next_purchase: { all: { rankings: {} } } }, { next_purchase: 'good' }])(
    'has no figures when the metrics of the manifest are %j',
    (metrics) => {
      const listed = listedModel({ ...stored, manifest: manifest(metrics as never) }, servedBy);
      expect(listed).toMatchObject({ version: 'v', metrics: {} });
    },
  );

  it('has no figures of a kind of task that was not measured', () => {
    const none = { recall: byCutoff(0), ndcg: byCutoff(0), hit_rate: byCutoff(0) };
    const metrics = { anchors: { all: { tasks: 0, rankings: { model: { ...none, by_customer: none } } } } };
    expect(listedModel({ ...stored, manifest: manifest(metrics) }, servedBy)).toMatchObject({
      version: 'v',
      metrics: {},
    });
  });

  it('shows why the manifest of a model cannot be read', () => {
    expect(listedModel({ ...stored, manifest: null, problem: 'it is damaged' }, servedBy)).toEqual({
      version: 'v',
      brand: 'acme',
      trained_at: null,
      trained_for: null,
      published: true,
      serving: false,
      metrics: {},
      problem: 'it is damaged',
    });
  });
});

describe('whether a model serves', () => {
  const running = (types: string[], artifactVersion: string, problem: string | null = null) => {
    const { hash: featureSchemaHash, sizedArticleTypes } = featureSchemaFor(types);
    return { featureSchemaHash, sizedArticleTypes, artifactVersion, problem };
  };
  const state = (published: boolean, recommenders: ReturnType<typeof running>[], own = featureSchema) => {
    const listed = listedModel(
      { ...stored, published, manifest: manifest({}) },
      { running: recommenders, featureSchema: own },
    );
    return { serving: listed.serving, problem: listed.problem };
  };
  const ofSetting = expect.stringContaining(
    'SIZED_ARTICLE_TYPES=ring and the recommender has SIZED_ARTICLE_TYPES=bangle',
  );

  it('is said by the recommenders that run, whatever the settings of the command are', () => {
    expect(state(true, [running(['ring'], 'v')], featureSchemaFor([]))).toEqual({ serving: true, problem: null });
    expect(state(true, [running(['bangle'], 'default')])).toEqual({ serving: false, problem: ofSetting });
    expect(state(true, [running(['ring'], 'v'), running(['bangle'], 'w')])).toEqual({
      serving: true,
      problem: ofSetting,
    });
  });

  it('is also true of one that stays in service before another, and of one that was published a moment ago', () => {
    expect(state(false, [running(['ring'], 'v')])).toEqual({ serving: true, problem: null });
    expect(state(true, [running(['ring'], 'the one before')])).toEqual({ serving: true, problem: null });
    expect(state(false, [running(['ring'], 'another one')])).toEqual({ serving: false, problem: null });
  });

  it('is false for a model that a recommender could not load', () => {
    const problem = 'ONNX Runtime cannot load artifact v; default serves instead';
    expect(state(true, [running(['ring'], 'default', problem)])).toEqual({ serving: false, problem });
  });

  it('is what the settings of the command would do while no recommender runs', () => {
    expect(state(true, [])).toEqual({ serving: true, problem: null });
    expect(state(true, [], featureSchemaFor(['bangle']))).toEqual({ serving: false, problem: ofSetting });
    expect(state(false, [])).toEqual({ serving: false, problem: null });
  });
});
