import { ModelProblem } from '../model-problem.ts';
import { createCatalogue } from '../ranking/rules/catalogue.ts';
import type { FeatureMatrix } from '../ranking/rules/feature-matrix.ts';
import type { ArtifactManifest } from './artifact.ts';
import { evaluateModel, fairScore } from './evaluate-model.ts';
import type { OpenModel } from './open-model.ts';

const brand = { id: '1', slug: 'acme' };
const items = Array.from({ length: 6 }, (_, index) => {
  return { sku: String(index), title: '', webPrice: 10, articleType: 'chain', size: null, attributes: {} };
});
/** Each customer buys one product, and another one after 29 days. */
const data = {
  catalogue: createCatalogue(items, 'the catalogue'),
  rows: {
    customers: Int32Array.of(0, 0, 1, 1, 2, 2),
    items: Int32Array.of(0, 1, 2, 3, 4, 5),
    days: Int32Array.of(0, 29, 0, 29, 0, 29),
  },
};

function evaluating(published: string | null, damaged: readonly (string | null)[] = []) {
  let open = 0;
  const measured = new Set<string | null>();
  const openStored = async (_: string, version: string | null): Promise<OpenModel> => {
    if (damaged.includes(version)) throw new ModelProblem(`${version} is damaged`);
    open += 1;
    return {
      manifest: {
        artifact_version: version ?? 'default-1',
        trees: 3,
        learnt_until: null,
        calibration: null,
      } as ArtifactManifest,
      score: async ({ rowCount }: FeatureMatrix) => {
        measured.add(version);
        return new Float32Array(rowCount);
      },
      backtest: null,
      close: async () => {
        open -= 1;
      },
    };
  };
  const dependencies = {
    store: { published: async () => ({ current: published, previous: [] }) },
    opener: { openStored },
    readData: async () => data,
    sizedArticleTypes: new Set<string>(),
    onProgress: () => {},
  };
  return {
    evaluate: (version?: string) => evaluateModel({ brand, ...(version !== undefined && { version }) }, dependencies),
    measured: () => [...measured],
    stillOpen: () => open,
  };
}

describe('the evaluation of a model', () => {
  it('compares it with the one in service', async () => {
    const { evaluate, measured, stillOpen } = evaluating('old');
    const report = await evaluate('new');
    expect(report).toMatchObject({
      brand: 'acme',
      artifact_version: 'new',
      catalog_version: 'the catalogue',
      in_service: { artifact_version: 'old', problem: null },
      evaluated_on: { from: '1970-01-24', to: '1970-01-30' },
    });
    expect(measured()).toEqual(['new', 'old']);
    expect(Object.keys(report.metrics.next_purchase?.all.rankings ?? {})).toContain('in_service');
    expect(stillOpen()).toBe(0);
  });

  it.each(['old', null])('measures the one in service once, against itself (published: %s)', async (published) => {
    const { evaluate, measured, stillOpen } = evaluating(published);
    const { metrics, in_service } = await evaluate();
    expect(measured()).toEqual([published]);
    expect(in_service.problem).toBeNull();
    const { model, in_service: itself } = metrics.next_purchase?.all.rankings ?? {};
    expect(model).toBeDefined();
    expect(itself).toEqual(model);
    expect(stillOpen()).toBe(0);
  });

  it('compares it with the bundled model while that serves in place of a published one that cannot be used', async () => {
    const { evaluate, measured, stillOpen } = evaluating('old', ['old']);
    const { in_service } = await evaluate('new');
    expect(in_service).toEqual({ artifact_version: 'default-1', problem: null });
    expect(measured()).toEqual(['new', null]);
    expect(stillOpen()).toBe(0);
  });

  it('continues without a model in service when none can be used, and reports the reason', async () => {
    const { evaluate, measured, stillOpen } = evaluating('old', ['old', null]);
    const { in_service } = await evaluate('new');
    expect(in_service).toEqual({ artifact_version: 'old', problem: 'old is damaged' });
    expect(measured()).toEqual(['new']);
    expect(stillOpen()).toBe(0);
  });

  it('compares with nothing when there is no bundled model either', async () => {
    const { in_service } = await evaluating(null, [null]).evaluate('new');
    expect(in_service).toEqual({ artifact_version: 'none', problem: 'null is damaged' });
  });

  it('fails when the model itself cannot be used', async () => {
    await expect(evaluating('old', ['new']).evaluate('new')).rejects.toThrow('new is damaged');
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
