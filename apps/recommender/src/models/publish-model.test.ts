import type { ChangeRecord } from './change-on-record.ts';
import type { ModelReport, RankingName } from './model-report.ts';
import { publishModel } from './publish-model.ts';

const brand = { id: '1', slug: 'acme' };
const byCutoff = (value: number) => ({ 1: value, 5: value, 10: value });
const figures = (value: number) => ({ recall: byCutoff(value), ndcg: byCutoff(value), hit_rate: byCutoff(value) });

/** A report of a model `new` in which the rankings have these figures in every task. */
function reportOf(values: Partial<Record<RankingName, number>>, problem: string | null = null): ModelReport {
  const rankings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, figures(value)]));
  const group = { tasks: 50, rankings };
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
    importance: {},
  };
}

function publishing(report: ModelReport, force = false) {
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
    expect(await outcome).toEqual({ report, verdict: { passes: true, findings }, published: true, previous: 'old' });
    expect(published).toEqual(['acme new']);
    const detail = { forced: false, findings, previous: 'old' };
    expect(records).toEqual([{ action: 'model.publish', subject: 'new', detail }]);
  });

  it('does not publish a model that measures worse', async () => {
    const { outcome, published } = publishing(reportOf({ model: 0.1, in_service: 0.2, unranked: 0.05 }));
    expect(await outcome).toMatchObject({ verdict: { passes: false }, published: false, previous: null });
    expect(published).toEqual([]);
  });

  it('does not publish a model that may rank worse in one segment', async () => {
    const report = reportOf({ model: 0.3, in_service: 0.2, unranked: 0.1 });
    const [comparison] = report.comparisons;
    const uncertain = { difference: 0.02, low: -0.03, high: 0.06, purchases: 50, customers: 40 };
    const comparisons = [{ ...comparison!, quality: { ...comparison!.quality, segments: { anchors: uncertain } } }];
    expect(await publishing({ ...report, comparisons }).outcome).toMatchObject({
      verdict: { passes: false, findings: [expect.stringContaining('in anchors (50 purchases)')] },
      published: false,
    });
  });

  it('puts a model that measures worse into service when forced, and records that', async () => {
    const { outcome, published, records } = publishing(reportOf({ model: 0.1, in_service: 0.2, unranked: 0.3 }), true);
    expect(await outcome).toMatchObject({ verdict: { passes: false }, published: true, previous: 'old' });
    expect(published).toEqual(['acme new']);
    expect(records).toMatchObject([{ detail: { forced: true, findings: expect.any(Array) } }]);
  });

  it('does not record force that was not needed', async () => {
    const { outcome, records } = publishing(reportOf({ model: 0.3, in_service: 0.2, unranked: 0.1 }), true);
    await outcome;
    expect(records).toMatchObject([{ detail: { forced: false } }]);
  });

  it('makes no comparison with a model in service that cannot be used', async () => {
    const { outcome } = publishing(reportOf({ model: 0.2, unranked: 0.1 }, 'it is damaged'));
    expect(await outcome).toMatchObject({
      published: true,
      verdict: { findings: [expect.stringContaining('than the unranked order')] },
    });
  });
});
