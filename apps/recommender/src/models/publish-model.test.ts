import type { ChangeRecord } from './change-on-record.ts';
import type { ModelReport, RankingName } from './model-report.ts';
import { publishModel } from './publish-model.ts';

const brand = { id: '1', slug: 'acme' };
const byCutoff = (value: number) => ({ 1: value, 5: value, 10: value });
const figures = (value: number) => {
  const means = { recall: byCutoff(value), ndcg: byCutoff(value), hit_rate: byCutoff(value) };
  return { ...means, by_customer: means };
};

/** A report of a model `new` in which the rankings have these figures in every task. */
function reportOf(values: Partial<Record<RankingName, number>>, problem: string | null = null): ModelReport {
  const rankings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, figures(value)]));
  const group = { tasks: 50, customers: 40, rankings };
  const comparisons = (['in_service', 'unranked'] as const).flatMap((rival) => {
    const [ours, theirs] = [values.model, values[rival]];
    if (ours === undefined || theirs === undefined) return [];
    const difference = ours / theirs - 1;
    const measured = { difference, low: difference - 0.005, high: difference + 0.005, purchases: 50, customers: 40 };
    return [{ with: rival, ...measured, quality: { all: measured, segments: { next_purchase: measured } } }];
  });
  return {
    brand: 'acme',
    artifact_version: 'new',
    feature_schema_hash: 'f',
    catalog_version: 'c',
    trained_at: '2026-11-21T18:00:00.000Z',
    objective: 'logistic',
    trained_for: 'conversion',
    trees: 3,
    in_service: { artifact_version: 'old', problem },
    evaluated_on: { from: '2026-10-22', to: '2026-11-20' },
    metrics: { next_purchase: { all: group, repeats: group, new_items: group } },
    comparisons,
    candidate_recall: { next_purchase: 0.4 },
    worth_at_10: {},
    reliability: {},
    acceptance: { outcomes: 0, outcomes_needed: 200, heard: 0, accepted: 0, reliability: null },
    importance: {},
  };
}

function publishing(report: ModelReport, { force = false, problem = null as string | null } = {}) {
  const published: string[] = [];
  const records: ChangeRecord[] = [];
  const outcome = publishModel(
    { brand, version: 'new', force },
    {
      evaluate: async () => report,
      store: {
        publish: async (slug, version, beforeChange) => {
          await beforeChange?.('old');
          published.push(`${slug} ${version}`);
          return 'old';
        },
      },
      problemInService: async () => problem,
      changeOnRecord: (_, change) => change(async (record) => void records.push(record)),
    },
  );
  return { published, records, outcome };
}

describe('publishing a model', () => {
  it('puts a model that measures better into service and records the findings', async () => {
    const report = reportOf({ model: 0.3, in_service: 0.2, unranked: 0.1 });
    const { outcome, published, records } = publishing(report);
    const findings = ['it ranks 50.0 % better (49.5 % to 50.5 %) than old, the model in service'];
    const verdict = 'better';
    expect(await outcome).toEqual({ report, verdict, findings, published: true, previous: 'old', problem: null });
    expect(published).toEqual(['acme new']);
    const detail = { verdict, forced: false, findings, previous: 'old' };
    expect(records).toEqual([{ action: 'model.publish', subject: 'new', detail }]);
  });

  it('does not publish a model that measures worse', async () => {
    const { outcome, published } = publishing(reportOf({ model: 0.1, in_service: 0.2, unranked: 0.05 }));
    expect(await outcome).toMatchObject({ verdict: 'worse', published: false, previous: null });
    expect(published).toEqual([]);
  });

  it('publishes a model that is not shown to be better, and says so', async () => {
    const { outcome, published } = publishing(reportOf({ model: 0.2008, in_service: 0.2, unranked: 0.3 }));
    expect(await outcome).toMatchObject({
      verdict: 'not_shown_to_be_better',
      findings: [expect.stringContaining('50 purchases are too few')],
      published: true,
    });
    expect(published).toEqual(['acme new']);
  });

  it('publishes the model in service again, whatever it measures', async () => {
    const report = {
      ...reportOf({ model: 0.1, unranked: 0.3 }),
      in_service: { artifact_version: 'new', problem: null },
    };
    const findings = ['it is the model in service'];
    expect(await publishing(report).outcome).toMatchObject({
      verdict: 'not_shown_to_be_better',
      findings,
      published: true,
    });
  });

  it('says why a recommender that runs cannot serve it', async () => {
    const report = reportOf({ model: 0.3, in_service: 0.2 });
    const { outcome } = publishing(report, { problem: 'it has other features' });
    expect(await outcome).toMatchObject({ published: true, problem: 'it has other features' });
  });

  it('puts a model that measures worse into service when forced, and records that', async () => {
    const { outcome, published, records } = publishing(reportOf({ model: 0.1, in_service: 0.2, unranked: 0.3 }), {
      force: true,
    });
    expect(await outcome).toMatchObject({ verdict: 'worse', published: true, previous: 'old' });
    expect(published).toEqual(['acme new']);
    expect(records).toMatchObject([{ detail: { forced: true, findings: expect.any(Array) } }]);
  });

  it('does not record force that was not needed', async () => {
    const { outcome, records } = publishing(reportOf({ model: 0.3, in_service: 0.2, unranked: 0.1 }), { force: true });
    await outcome;
    expect(records).toMatchObject([{ detail: { forced: false } }]);
  });

  it('makes no comparison with a model in service that cannot be used', async () => {
    const { outcome } = publishing(reportOf({ model: 0.2, unranked: 0.1 }, 'it is damaged'));
    expect(await outcome).toMatchObject({
      published: true,
      findings: [expect.stringContaining('than the unranked order')],
    });
  });
});
