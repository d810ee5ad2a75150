import type { ArtifactManifest } from '../domain/artifact.ts';
import type { RankerData } from '../training/train-ranker.ts';
import type { EvaluationMetrics, ModelReport, RankingFigures } from './model-report.ts';
import type { Score } from './recommend-offers.ts';

export interface BrandOfModels {
  readonly id: string;
  readonly slug: string;
}

/** A model that this service can use, ready to score. */
export interface OpenModel {
  readonly manifest: ArtifactManifest;
  readonly score: Score;
  /** Of its backtest; null where it has none. */
  readonly backtest: Score | null;
  close(): Promise<void>;
}

export type MeasurableModel = Pick<OpenModel, 'manifest' | 'score' | 'backtest'>;

/** The scores of a model on purchases that it did not learn from, where they begin on that day. */
export function fairScore({ manifest, score, backtest }: MeasurableModel, from: number): Score {
  const hasSeenThem = manifest.learnt_until !== null && manifest.learnt_until >= dateOf(from);
  return hasSeenThem && backtest !== null ? backtest : score;
}

/** The latest slice of time, foreseen by each order. */
export interface Evaluation {
  /** Days since 1970-01-01, the last one included. */
  readonly from: number;
  readonly to: number;
  readonly metrics: EvaluationMetrics;
}

export type LoadRankerData = (brandId: string) => Promise<RankerData>;
/** Null is the bundled default. Rejects with what is wrong when this service cannot use it. */
export type OpenStoredModel = (slug: string, version: string | null) => Promise<OpenModel>;
/** Rejects with a TooFewOrders when the orders leave nothing to judge by. */
export type EvaluateRankings = (
  data: RankerData,
  models: { readonly model: MeasurableModel; readonly in_service: MeasurableModel | null },
) => Promise<Evaluation>;

export interface EvaluationPorts {
  loadData: LoadRankerData;
  openModel: OpenStoredModel;
  /** Null: the bundled default. */
  publishedVersion: (slug: string) => Promise<string | null>;
  evaluate: EvaluateRankings;
  /** Of something that was thrown: what an operator can be told of it; others are thrown on. */
  explain: (error: unknown) => string;
}

/** Measures a stored model, or the one in service, on the latest purchases, beside the one in service. */
export function createEvaluateModel(ports: EvaluationPorts) {
  return async ({ brand, version }: { brand: BrandOfModels; version?: string }): Promise<ModelReport> => {
    const wanted = version ?? (await ports.publishedVersion(brand.slug));
    const model = await ports.openModel(brand.slug, wanted);
    try {
      return await reportOn(model, brand, await ports.loadData(brand.id), ports);
    } finally {
      await model.close();
    }
  };
}

/** Measures an open model beside the one in service. */
export async function reportOn(
  model: MeasurableModel,
  brand: BrandOfModels,
  data: RankerData,
  ports: Omit<EvaluationPorts, 'loadData'>,
): Promise<ModelReport> {
  const { manifest } = model;
  const inService = await openInService(manifest, brand, ports);
  try {
    const evaluation = await ports.evaluate(data, { model, in_service: inService.open });
    return {
      brand: brand.slug,
      artifact_version: manifest.artifact_version,
      feature_schema_hash: manifest.feature_schema_hash,
      catalog_version: data.catalogue.version,
      trained_at: manifest.trained_at,
      objective: manifest.objective,
      trees: manifest.trees,
      in_service: { artifact_version: inService.version, problem: inService.problem },
      evaluated_on: { from: dateOf(evaluation.from), to: dateOf(evaluation.to) },
      metrics: inService.isTheSame ? asItsOwnRival(evaluation.metrics) : evaluation.metrics,
      importance: manifest.importance,
    };
  } finally {
    await inService.open?.close();
  }
}

interface InService {
  version: string;
  problem: string | null;
  open: OpenModel | null;
  isTheSame: boolean;
}

/** A model in service that cannot be used is no rival: the service does without it as well. */
async function openInService(
  candidate: ArtifactManifest,
  brand: BrandOfModels,
  { publishedVersion, openModel, explain }: Omit<EvaluationPorts, 'loadData'>,
): Promise<InService> {
  let version: string | null = null;
  try {
    version = await publishedVersion(brand.slug);
    if (version === candidate.artifact_version) return { version, problem: null, open: null, isTheSame: true };
    const open = await openModel(brand.slug, version);
    const { artifact_version } = open.manifest;
    if (artifact_version !== candidate.artifact_version) {
      return { version: artifact_version, problem: null, open, isTheSame: false };
    }
    await open.close();
    return { version: artifact_version, problem: null, open: null, isTheSame: true };
  } catch (error) {
    return { version: version ?? 'none', problem: explain(error), open: null, isTheSame: false };
  }
}

/** The model in service, measured against itself. */
function asItsOwnRival(metrics: EvaluationMetrics): EvaluationMetrics {
  const copy = (rankings: Readonly<Record<string, RankingFigures | undefined>>) =>
    rankings.model === undefined ? rankings : { ...rankings, in_service: rankings.model };
  return Object.fromEntries(
    Object.entries(metrics).map(([task, { all, repeats, new_items }]) => [
      task,
      {
        all: { ...all, rankings: copy(all.rankings) },
        repeats: { ...repeats, rankings: copy(repeats.rankings) },
        new_items: { ...new_items, rankings: copy(new_items.rankings) },
      },
    ]),
  );
}

const dayMs = 86_400_000;

/** `2026-11-21`, of days since 1970-01-01. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
