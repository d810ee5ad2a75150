import type { RankerData, TrainingProgress } from '../learning/index.ts';
import {
  byTaskKind,
  compareRankings,
  evaluateRankings,
  holdoutOf,
  learnAcceptance,
  requireOrders,
  ScoredQueries,
  type TaskFigures,
  type TaskKind,
} from '../learning/index.ts';
import { explainModelProblem } from '../model-problem.ts';
import type { Acceptance, Calibration, Score } from '../ranking/index.ts';
import type { ArtifactManifest } from './artifact.ts';
import type { ArtifactStore } from './artifact-store.ts';
import { type ModelComparison, type ModelReport, metricsOf } from './model-report.ts';
import type { ModelOpener, OpenModel } from './open-model.ts';
import { worthOfLists } from './worth-of-lists.ts';

export interface BrandOfModels {
  readonly id: string;
  readonly slug: string;
}

type MeasurableModel = Pick<OpenModel, 'manifest' | 'score' | 'backtest'>;

export interface EvaluationDependencies {
  store: Pick<ArtifactStore, 'published'>;
  opener: Pick<ModelOpener, 'openStored'>;
  /** Catalogue, orders and recorded offers of a brand. */
  readData: (brandId: string) => Promise<RankerData>;
  /** Keys of article types. */
  sizedArticleTypes: ReadonlySet<string>;
  onProgress: (progress: TrainingProgress) => void;
}

/**
 * Measures a stored model on the latest purchases and compares it with the one in service. Without a version: measures the one
 * in service.
 */
export async function evaluateModel(
  { brand, version }: { brand: BrandOfModels; version?: string },
  dependencies: EvaluationDependencies,
): Promise<ModelReport> {
  const { store, opener, readData } = dependencies;
  const model = await opener.openStored(brand.slug, version ?? (await store.published(brand.slug)).current);
  try {
    return (await measure(model, brand, await readData(brand.id), dependencies)).report;
  } finally {
    await model.close();
  }
}

/** Measures an open model and compares it with the one in service. Calibration and acceptance are fitted on what was measured. */
export async function measure(
  model: MeasurableModel,
  brand: BrandOfModels,
  data: RankerData,
  dependencies: EvaluationDependencies,
): Promise<{ report: ModelReport; calibration: Calibration | null; acceptance: Acceptance | null }> {
  const { manifest } = model;
  const inService = await openInService(manifest, brand, dependencies);
  const rival = inService.kind === 'other' ? inService.model : null;
  try {
    requireOrders(data);
    const holdout = holdoutOf(data.rows);
    const models = {
      model: fairScore(model, holdout.from),
      ...(rival && { in_service: fairScore(rival, holdout.from) }),
    };
    const tasks: TaskFigures[] = [];
    const queries = new ScoredQueries();
    const evaluation = await evaluateRankings(data, holdout.days, models, {
      sizedArticleTypes: dependencies.sizedArticleTypes,
      onTask: (figures, { scores, ...scored }) => {
        tasks.push(figures);
        queries.add(scored, scores.model as Float32Array);
      },
      onProgress: (done, total) => dependencies.onProgress({ step: 'purchases to predict', done, total }),
    });
    const calibration = queries.fit();
    const accepted = await learnAcceptance(data.recorded ?? [], { score: model.score, calibration });
    const report: ModelReport = {
      brand: brand.slug,
      artifact_version: manifest.artifact_version,
      feature_schema_hash: manifest.feature_schema_hash,
      catalog_version: data.catalogue.version,
      trained_at: manifest.trained_at,
      objective: manifest.objective,
      trained_for: manifest.trained_for,
      trees: manifest.trees,
      in_service: {
        artifact_version: inService.version,
        problem: inService.kind === 'unusable' ? inService.problem : null,
      },
      evaluated_on: { from: dateOf(holdout.from), to: dateOf(holdout.lastDay) },
      metrics: metricsOf(evaluation, { isInService: inService.kind === 'candidate' }),
      comparisons: comparisonsOf(tasks),
      candidate_recall: candidateRecallOf(tasks),
      worth_at_10: worthOfLists(tasks, data),
      reliability: reliabilityOf(manifest, queries, holdout.from),
      acceptance: accepted.report,
      importance: manifest.importance,
    };
    return { report, calibration, acceptance: accepted.acceptance };
  } finally {
    await rival?.close();
  }
}

/** Scores purchases from day `from` on: with the backtest model if the model learnt from these purchases. */
export function fairScore({ manifest, score, backtest }: MeasurableModel, from: number): Score {
  return hasSeen(manifest, from) && backtest !== null ? backtest : score;
}

function hasSeen({ learnt_until }: ArtifactManifest, from: number): boolean {
  return learnt_until !== null && learnt_until >= dateOf(from);
}

/** A calibration that was fitted on these very days would look better than it is, so it is fitted and measured on different customers. */
function reliabilityOf(manifest: ArtifactManifest, queries: ScoredQueries, from: number): ModelReport['reliability'] {
  if (hasSeen(manifest, from)) return queries.crossFitted();
  return manifest.calibration === null ? {} : queries.reliability(manifest.calibration);
}

/** The seed is fixed, so that measuring a model again gives the same interval. */
const comparisonSeed = 1;

function comparisonsOf(tasks: readonly TaskFigures[]): ModelComparison[] {
  return (['in_service', 'unranked'] as const).flatMap((rival) => {
    const compare = (metric: 'recall' | 'quality', kind?: TaskKind) => {
      const pairs = tasks.flatMap(({ task, rankings: { model: ours, [rival]: theirs } }) => {
        if (ours === undefined || theirs === undefined || (kind !== undefined && task.kind !== kind)) return [];
        return [{ kind: task.kind, customer: task.customer, ours: ours[metric], theirs: theirs[metric] }];
      });
      return compareRankings(pairs, comparisonSeed);
    };
    const [found, all] = [compare('recall'), compare('quality')];
    if (found === null || all === null) return [];
    return [{ with: rival, ...found, quality: { all, segments: byTaskKind((kind) => compare('quality', kind)) } }];
  });
}

function candidateRecallOf(tasks: readonly TaskFigures[]): ModelReport['candidate_recall'] {
  return byTaskKind((kind) => {
    const recalls = tasks.filter(({ task }) => task.kind === kind).map(({ candidateRecall }) => candidateRecall);
    return recalls.length === 0 ? null : recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
  });
}

/** The model in service: another one that is open, the candidate itself, or one that this service cannot use. */
type InService = { readonly version: string } & (
  | { readonly kind: 'other'; readonly model: OpenModel }
  | { readonly kind: 'candidate' }
  | { readonly kind: 'unusable'; readonly problem: string }
);

/** In place of a published model that this service cannot use, the bundled one serves. Without either, nothing is compared. */
async function openInService(
  candidate: ArtifactManifest,
  { slug }: BrandOfModels,
  { store, opener }: EvaluationDependencies,
): Promise<InService> {
  const open = async (version: string | null): Promise<InService> => {
    if (version === candidate.artifact_version) return { kind: 'candidate', version };
    const model = await opener.openStored(slug, version);
    const { artifact_version } = model.manifest;
    if (artifact_version !== candidate.artifact_version) return { kind: 'other', version: artifact_version, model };
    await model.close();
    return { kind: 'candidate', version: artifact_version };
  };
  let version: string | null = null;
  try {
    version = (await store.published(slug)).current;
    return await open(version);
  } catch (error) {
    const problem = explainModelProblem(error);
    if (problem === null) throw error;
    const unusable = { kind: 'unusable', version: version ?? 'none', problem } as const;
    return version === null ? unusable : open(null).catch(() => unusable);
  }
}

const dayMs = 86_400_000;

/** Days since 1970-01-01 as text: `2026-11-21`. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
