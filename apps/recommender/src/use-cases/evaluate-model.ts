import type { ArtifactManifest } from '../domain/artifact.ts';
import type { RankerData } from '../training/train-ranker.ts';
import type { EvaluationMetrics, ModelReport, RankingFigures } from './model-report.ts';
import type { Score } from './recommend-offers.ts';

export interface BrandOfModels {
  readonly id: string;
  readonly slug: string;
}

/** A loaded model that this service can use. */
export interface OpenModel {
  readonly manifest: ArtifactManifest;
  readonly score: Score;
  /** Scores of its backtest model; null where it has none. */
  readonly backtest: Score | null;
  close(): Promise<void>;
}

export type MeasurableModel = Pick<OpenModel, 'manifest' | 'score' | 'backtest'>;

/** Scores purchases from day `from` on: with the backtest model if the model learnt from these purchases. */
export function fairScore({ manifest, score, backtest }: MeasurableModel, from: number): Score {
  const hasSeenThem = manifest.learnt_until !== null && manifest.learnt_until >= dateOf(from);
  return hasSeenThem && backtest !== null ? backtest : score;
}

/** The latest time slice, ranked by each order. */
export interface Evaluation {
  /** Days since 1970-01-01, the last one included. */
  readonly from: number;
  readonly to: number;
  readonly metrics: EvaluationMetrics;
}

export type LoadRankerData = (brandId: string) => Promise<RankerData>;
/** Null opens the bundled default. Rejects with the reason when this service cannot use the model. */
export type OpenStoredModel = (slug: string, version: string | null) => Promise<OpenModel>;
/** Rejects with a ModelProblem when there are too few orders to evaluate with. */
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
  /** The text of an error for an operator; rethrows errors that an operator cannot act on. */
  explain: (error: unknown) => string;
}

/** Measures a stored model, or the one in service, on the latest purchases and compares it with the one in service. */
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

/** Measures an open model and compares it with the one in service. */
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

/** A model in service that cannot be used is not compared: the service cannot use it either. */
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

/** The candidate is the model in service: its figures are reported for both. */
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

/** Days since 1970-01-01 as text: `2026-11-21`. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
