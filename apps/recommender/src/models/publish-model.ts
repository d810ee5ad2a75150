import type { ArtifactStore } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { ModelReport } from './model-report.ts';
import { type Judgement, judgeCandidate } from './rules/publish-gate.ts';

/** A model measured on the latest purchases, and what is known about it. */
export interface Evaluation extends Judgement {
  readonly report: ModelReport;
}

export interface Publication extends Evaluation {
  readonly published: boolean;
  /** The version that was published before; null for the bundled default, and when nothing was published. */
  readonly previous: string | null;
  /** Why a recommender that runs cannot serve it; null: none is known to have a problem. */
  readonly problem: string | null;
}

interface Dependencies {
  evaluate: (request: { brand: BrandOfModels; version: string }) => Promise<ModelReport>;
  store: Pick<ArtifactStore, 'publish'>;
  changeOnRecord: ChangeOnRecord;
  /** Why a recommender that runs cannot serve a stored model. */
  problemInService: (brand: BrandOfModels, version: string) => Promise<string | null>;
}

/** Publishes a model that is not shown to be worse on the latest purchases; with `force`, any usable model. */
export async function publishModel(
  { brand, version, force }: { brand: BrandOfModels; version: string; force: boolean },
  dependencies: Dependencies,
): Promise<Publication> {
  return publishMeasured({ brand, force, report: await dependencies.evaluate({ brand, version }) }, dependencies);
}

/** The same for a model that was just measured. */
export async function publishMeasured(
  { brand, report, force }: { brand: BrandOfModels; report: ModelReport; force: boolean },
  { store, changeOnRecord, problemInService }: Omit<Dependencies, 'evaluate'>,
): Promise<Publication> {
  const version = report.artifact_version;
  const evaluation = { report, ...judgeReport(report) };
  const { verdict, findings } = evaluation;
  if (verdict === 'worse' && !force) return { ...evaluation, published: false, previous: null, problem: null };
  const detail = { verdict, forced: verdict === 'worse', findings };
  const previous = await changeOnRecord(brand, (putOnRecord) =>
    store.publish(brand.slug, version, (previous) =>
      putOnRecord({ action: 'model.publish', subject: version, detail: { ...detail, previous } }),
    ),
  );
  return { ...evaluation, published: true, previous, problem: await problemInService(brand, version) };
}

/** What is known about a model beside the ranking that it would replace: the model in service, or the unranked order where none can be used. */
export function judgeReport({ artifact_version, metrics, in_service, comparisons }: ModelReport): Judgement {
  const purchases = Object.values(metrics).reduce((sum, { all }) => sum + all.tasks, 0);
  if (in_service.artifact_version === artifact_version) return judgeCandidate({ purchases, rival: null });
  const compared = in_service.problem === null ? 'in_service' : 'unranked';
  const quality = comparisons.find((one) => one.with === compared)?.quality;
  const differences = quality === undefined ? null : { overall: quality.all, segments: quality.segments };
  const name = compared === 'unranked' ? 'the unranked order' : `${in_service.artifact_version}, the model in service`;
  return judgeCandidate({ purchases, rival: { name, differences } });
}
