import { type GateComparison, type GateVerdict, judgeCandidate, type RankingQuality } from '../domain/publish-gate.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { ModelReport, RankingName } from './model-report.ts';

export interface Publication {
  readonly report: ModelReport;
  readonly verdict: GateVerdict;
  readonly published: boolean;
  /** The version that was published before; null for the bundled default, and when nothing was published. */
  readonly previous: string | null;
}

interface Dependencies {
  evaluateModel: (request: { brand: BrandOfModels; version: string }) => Promise<ModelReport>;
  /** Puts it into service and records the change. Resolves to the version that was published before. */
  publish: (brand: BrandOfModels, version: string, detail: Readonly<Record<string, unknown>>) => Promise<string | null>;
}

/** Publishes a model that measures well enough on the latest purchases; with `force`, any usable model. */
export function createPublishModel({ evaluateModel, publish }: Dependencies) {
  return async ({
    brand,
    version,
    force,
  }: {
    brand: BrandOfModels;
    version: string;
    force: boolean;
  }): Promise<Publication> => {
    const report = await evaluateModel({ brand, version });
    const verdict = judgeCandidate(comparisonOf(report));
    if (!verdict.passes && !force) return { report, verdict, published: false, previous: null };
    const previous = await publish(brand, version, { forced: !verdict.passes, findings: verdict.findings });
    return { report, verdict, published: true, previous };
  };
}

function comparisonOf({ metrics, in_service }: ModelReport): GateComparison {
  return {
    candidate: qualityOf(metrics, 'model'),
    unranked: qualityOf(metrics, 'unranked'),
    inService:
      in_service.problem === null
        ? { version: in_service.artifact_version, quality: qualityOf(metrics, 'in_service') }
        : null,
  };
}

function qualityOf(metrics: ModelReport['metrics'], ranking: RankingName): RankingQuality {
  const tasks = Object.entries(metrics).flatMap(([task, { all }]) => {
    const figures = all.rankings[ranking];
    return figures === undefined ? [] : [[task, { queries: all.tasks, recall: figures.recall, ndcg: figures.ndcg }]];
  });
  return Object.fromEntries(tasks);
}
