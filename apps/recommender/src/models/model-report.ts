import type { Cutoff, MeanRankingMetrics } from '@callside/boosting';
import type {
  AcceptanceReport,
  Means,
  RankingsEvaluation,
  RelativeDifference,
  Relevance,
  Reliability,
} from '../learning/index.ts';
import { byTaskKind } from '../learning/index.ts';
import type { ArtifactManifest } from './artifact.ts';

/** Rankings that are compared on the same tasks. */
export type RankingName = 'model' | 'in_service' | 'unranked' | 'own_frequency' | 'popularity';

type ByCutoff = Readonly<Record<Cutoff, number>>;

interface MeanFigures {
  readonly recall: ByCutoff;
  readonly ndcg: ByCutoff;
  readonly hit_rate: ByCutoff;
}

/** Means over the baskets, and over the customers: the mean of each customer counts once. */
export interface RankingFigures extends MeanFigures {
  readonly by_customer: MeanFigures;
}

export interface GroupOfTasks {
  readonly tasks: number;
  readonly customers: number;
  readonly rankings: Readonly<Partial<Record<RankingName, RankingFigures>>>;
}

/** By kind of task, then by what counts as relevant. */
export type EvaluationMetrics = Readonly<Record<string, Readonly<Record<Relevance, GroupOfTasks>>>>;

export interface ModelComparison extends RelativeDifference {
  readonly with: 'in_service' | 'unranked';
  /** The same differences for the mean of recall@10 and NDCG@10, over all tasks and by kind of task. The gate uses them. */
  readonly quality: {
    readonly all: RelativeDifference;
    readonly segments: Readonly<Record<string, RelativeDifference>>;
  };
}

/** Means per query, of what was bought among the first ten: one unit each, at the prices and costs of the catalogue. */
export interface WorthOfLists {
  readonly revenue: number;
  /** Null when no product has a unit_cost. */
  readonly margin: number | null;
}

/** By kind of task, then by ranking. */
export type WorthByRanking = Readonly<Record<string, Readonly<Partial<Record<RankingName, WorthOfLists>>>>>;

/** What `model train`, `model evaluate` and `model publish` print. */
export interface ModelReport {
  readonly brand: string;
  readonly artifact_version: string;
  readonly feature_schema_hash: string;
  /** Version of the catalogue that the evaluation used. */
  readonly catalog_version: string;
  readonly trained_at: string;
  readonly objective: string;
  /** Training objective of the model. */
  readonly trained_for: ArtifactManifest['trained_for'];
  readonly trees: ArtifactManifest['trees'];
  /** The model that it was compared with. A problem says why that model cannot be used; then there is no comparison. */
  readonly in_service: { readonly artifact_version: string; readonly problem: string | null };
  /** Days whose purchases were predicted, the last one included. */
  readonly evaluated_on: { readonly from: string; readonly to: string };
  readonly metrics: EvaluationMetrics;
  /** How many more of the purchases the model finds among ten offers. A model is not compared with itself. */
  readonly comparisons: readonly ModelComparison[];
  /** By kind of task: share of the purchases that were among the candidates. No ranking can find more. */
  readonly candidate_recall: Readonly<Record<string, number>>;
  /** What the lists of each ranking were worth, whatever the model was trained for. */
  readonly worth_at_10: WorthByRanking;
  /** By kind of task: how well the calibrated scores agree with the purchases. Kinds with too few purchases are left out. */
  readonly reliability: Readonly<Record<string, Reliability>>;
  /** What callers accepted of the offers they heard, and how reliable `purchase_probability` is. */
  readonly acceptance: AcceptanceReport;
  /** Share of the gain by feature. */
  readonly importance: ArtifactManifest['importance'];
}

/** An evaluation in the form that is printed and stored. The figures of a candidate that is in service are reported for both. */
export function metricsOf(
  evaluation: RankingsEvaluation,
  { isInService }: { isInService: boolean },
): EvaluationMetrics {
  const groupOf = (means: Means): GroupOfTasks => {
    const { model } = means;
    const rankings = Object.entries({ ...means, ...(isInService && model && { in_service: model }) }).map(
      ([name, { by_customer, ...byBasket }]) => [name, { ...meansOf(byBasket), by_customer: meansOf(by_customer) }],
    );
    const customers = Math.round(model?.by_customer.queries ?? 0);
    return { tasks: model?.queries ?? 0, customers, rankings: Object.fromEntries(rankings) };
  };
  return byTaskKind((kind) => {
    const { all, repeats, new_items } = evaluation[kind];
    return { all: groupOf(all), repeats: groupOf(repeats), new_items: groupOf(new_items) };
  });
}

function meansOf({ recall, ndcg, hit }: MeanRankingMetrics): MeanFigures {
  return { recall, ndcg, hit_rate: hit };
}
