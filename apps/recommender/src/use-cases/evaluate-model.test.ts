import type { ArtifactManifest } from '../domain/artifact.ts';
import { createCatalogue } from '../domain/catalogue.ts';
import {
  createEvaluateModel,
  type Evaluation,
  type EvaluationPorts,
  fairScore,
  type OpenModel,
} from './evaluate-model.ts';

const brand = { id: '1', slug: 'acme' };
const byCutoff = { 1: 0, 5: 0, 10: 0 };
const figures = { recall: byCutoff, ndcg: byCutoff, hit_rate: byCutoff };
const catalogue = createCatalogue([], 'the catalogue');
const rows = { customers: new Int32Array(), items: new Int32Array(), days: new Int32Array() };

function evaluating(published: string | null, damaged: readonly (string | null)[] = []) {
  let open = 0;
  const measured: (readonly string[])[] = [];
  const ports: EvaluationPorts = {
    loadData: async () => ({ catalogue, rows }),
    publishedVersion: async () => published,
    openModel: async (_, version): Promise<OpenModel> => {
      if (damaged.includes(version)) throw new Error(`${version} is damaged`);
      open += 1;
      return {
        manifest: { artifact_version: version ?? 'default-1', trees: 3 } as ArtifactManifest,
        score: async () => new Float32Array(),
        backtest: null,
        close: async () => {
          open -= 1;
        },
      };
    },
    evaluate: async (_, { in_service }): Promise<Evaluation> => {
      const names = in_service === null ? ['model'] : ['model', 'in_service'];
      measured.push(names);
      const group = { tasks: 1, rankings: Object.fromEntries(names.map((name) => [name, figures])) };
      return { from: 0, to: 29, metrics: { anchors: { all: group, repeats: group, new_items: group } } };
    },
    explain: (error) => (error as Error).message,
  };
  return { evaluateModel: createEvaluateModel(ports), measured, stillOpen: () => open };
}

describe('the evaluation of a model', () => {
  it('compares it with the one in service', async () => {
    const { evaluateModel, measured, stillOpen } = evaluating('old');
    const report = await evaluateModel({ brand, version: 'new' });
    expect(report).toMatchObject({
      brand: 'acme',
      artifact_version: 'new',
      catalog_version: 'the catalogue',
      in_service: { artifact_version: 'old', problem: null },
      evaluated_on: { from: '1970-01-01', to: '1970-01-30' },
    });
    expect(measured).toEqual([['model', 'in_service']]);
    expect(stillOpen()).toBe(0);
  });

  it('measures the one in service when no version is given', async () => {
    const report = await evaluating('old').evaluateModel({ brand });
    expect(report.artifact_version).toBe('old');
    const bundled = await evaluating(null).evaluateModel({ brand });
    expect(bundled).toMatchObject({ artifact_version: 'default-1', in_service: { artifact_version: 'default-1' } });
  });

  it.each(['old', null])('measures the one in service once, against itself (published: %s)', async (published) => {
    const { evaluateModel, measured, stillOpen } = evaluating(published);
    const { metrics, in_service } = await evaluateModel({ brand });
    expect(measured).toEqual([['model']]);
    expect(in_service.problem).toBeNull();
    expect(metrics.anchors?.all.rankings).toEqual({ model: figures, in_service: figures });
    expect(stillOpen()).toBe(0);
  });

  it('continues without a model in service that cannot be used, and reports the reason', async () => {
    const { evaluateModel, measured, stillOpen } = evaluating('old', ['old']);
    const { in_service } = await evaluateModel({ brand, version: 'new' });
    expect(in_service).toEqual({ artifact_version: 'old', problem: 'old is damaged' });
    expect(measured).toEqual([['model']]);
    expect(stillOpen()).toBe(0);
  });

  it('compares with nothing when there is no bundled model either', async () => {
    const { in_service } = await evaluating(null, [null]).evaluateModel({ brand, version: 'new' });
    expect(in_service).toEqual({ artifact_version: 'none', problem: 'null is damaged' });
  });

  it('fails when the model itself cannot be used', async () => {
    await expect(evaluating('old', ['new']).evaluateModel({ brand, version: 'new' })).rejects.toThrow('new is damaged');
  });
});

describe('the scores for measuring a model', () => {
  const [score, backtest] = [async () => Float32Array.of(1), async () => Float32Array.of(2)];
  const model = (learnt_until: string | null) => ({ manifest: { learnt_until } as ArtifactManifest, score, backtest });
  const tenth = 9;

  it('are those of the backtest for days that the model learnt from', () => {
    expect(fairScore(model('1970-01-10'), tenth)).toBe(backtest);
    expect(fairScore(model('1970-02-01'), tenth)).toBe(backtest);
  });

  it('are those of the model for later days, and when it learnt from another shop', () => {
    expect(fairScore(model('1970-01-09'), tenth)).toBe(score);
    expect(fairScore(model(null), tenth)).toBe(score);
  });

  it('are those of the model when there is no backtest', () => {
    expect(fairScore({ ...model('1970-02-01'), backtest: null }, tenth)).toBe(score);
  });
});
