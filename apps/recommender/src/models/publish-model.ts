import type { ArtifactStore } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { ModelComparison, ModelReport } from './model-report.ts';
import { type GateComparison, type GateVerdict, judgeCandidate } from './rules/publish-gate.ts';

export interface Publication {
  readonly report: ModelReport;
  readonly verdict: GateVerdict;
  readonly published: boolean;
  /** The version that was published before; null for the bundled default, and when nothing was published. */
  readonly previous: string | null;
}

interface Dependencies {
  evaluate: (request: { brand: BrandOfModels; version: string }) => Promise<ModelReport>;
  store: Pick<ArtifactStore, 'publish'>;
  changeOnRecord: ChangeOnRecord;
}

/** Publishes a model that measures well enough on the latest purchases; with `force`, any usable model. */
export async function publishModel(
  { brand, version, force }: { brand: BrandOfModels; version: string; force: boolean },
  { evaluate, store, changeOnRecord }: Dependencies,
): Promise<Publication> {
  const report = await evaluate({ brand, version });
  const verdict = judgeReport(report);
  if (!verdict.passes && !force) return { report, verdict, published: false, previous: null };
  const detail = { forced: !verdict.passes, findings: verdict.findings };
  const previous = await changeOnRecord(brand, (putOnRecord) =>
    store.publish(brand.slug, version, (previous) =>
      putOnRecord({ action: 'model.publish', subject: version, detail: { ...detail, previous } }),
    ),
  );
  return { report, verdict, published: true, previous };
}

/** Whether a model may replace the one in service without force. */
export function judgeReport(report: ModelReport): GateVerdict {
  return judgeCandidate(comparisonOf(report));
}

function comparisonOf({ metrics, in_service, comparisons }: ModelReport): GateComparison {
  const differencesFrom = (rival: ModelComparison['with']) => {
    const quality = comparisons.find((one) => one.with === rival)?.quality;
    return quality === undefined ? null : { overall: quality.all, segments: quality.segments };
  };
  const inService = differencesFrom('in_service');
  return {
    purchases: Object.values(metrics).reduce((sum, { all }) => sum + all.tasks, 0),
    unranked: differencesFrom('unranked'),
    inService: inService && { version: in_service.artifact_version, ...inService },
  };
}
