import type { ModelFigures } from '@callside/schemas';
import { type FeatureSchema, featureSchemaFor } from '../ranking/index.ts';
import type { ArtifactManifest } from './artifact.ts';
import { nameOf, type StoredArtifact } from './artifact-store.ts';
import { problemOfFeatures } from './load-model.ts';
import type { ModelReport, RankingFigures } from './model-report.ts';
import type { RunningRecommender } from './running-recommenders.store.ts';

/** A line of `model list`. */
export interface ListedModel {
  readonly version: string;
  readonly brand: string;
  /** Null when its manifest cannot be read; `problem` says why. */
  readonly trained_at: string | null;
  /** Null when its manifest cannot be read. */
  readonly trained_for: ArtifactManifest['trained_for'] | null;
  readonly published: boolean;
  /** Whether it serves, or is published and nothing is known that keeps it from serving: recommenders say what they serve every few seconds. */
  readonly serving: boolean;
  /** By kind of task, as measured when it was trained. */
  readonly metrics: ModelFigures;
  /** Why it cannot serve. */
  readonly problem: string | null;
}

interface ServedBy {
  /** The recommenders of the brand that run. */
  readonly running: readonly RunningRecommender[];
  /** Of the command's own settings, which count while no recommender runs. */
  readonly featureSchema: FeatureSchema;
}

/** A stored model with its main figures. */
export function listedModel(stored: StoredArtifact, servedBy: ServedBy): ListedModel {
  const { brand, version, published, manifest } = stored;
  const problem = problemOfStored(stored, servedBy);
  const isServed = servedBy.running.some(({ artifactVersion }) => artifactVersion === version);
  return {
    version,
    brand,
    trained_at: manifest?.trained_at ?? null,
    trained_for: manifest?.trained_for ?? null,
    published,
    serving: isServed || (published && problem === null),
    metrics: headlinesOf(manifest?.metrics ?? {}),
    problem,
  };
}

/** Why a stored model cannot serve: what its files show, what a recommender would compute otherwise, or what one has found. */
export function problemOfStored(
  { version, manifest, problem }: Pick<StoredArtifact, 'version' | 'manifest' | 'problem'>,
  { running, featureSchema }: ServedBy,
): string | null {
  if (problem !== null || manifest === null) return problem;
  const schemas = running.length === 0 ? [featureSchema] : running.map(schemaOf);
  const ofFeatures = schemas
    .map((schema) => problemOfFeatures(manifest, nameOf(version), schema))
    .find((one) => one !== null);
  if (ofFeatures !== undefined) return ofFeatures;
  return running.map((one) => one.problem).find((one) => one?.includes(nameOf(version))) ?? null;
}

function schemaOf({ featureSchemaHash: hash, sizedArticleTypes }: RunningRecommender): FeatureSchema {
  return { ...featureSchemaFor(sizedArticleTypes), hash, sizedArticleTypes };
}

/** Manifests are files that may lack figures: missing ones are left out, and so are those of no task. */
export function headlinesOf(metrics: ArtifactManifest['metrics']): ModelFigures {
  const tasks = Object.entries(metrics as Partial<ModelReport['metrics']>).flatMap(([task, groups]) => {
    const figures: RankingFigures | undefined = groups?.all?.rankings?.model;
    const [byBasket, byCustomer] = [headlineOf(figures), headlineOf(figures?.by_customer)];
    if (byBasket === null || byCustomer === null || groups?.all?.tasks === 0) return [];
    return [[task, { ...byBasket, by_customer: byCustomer }]];
  });
  return Object.fromEntries(tasks);
}

function headlineOf(means: Partial<RankingFigures['by_customer']> | undefined) {
  const { recall, ndcg, hit_rate } = means ?? {};
  if (recall === undefined || ndcg === undefined || hit_rate === undefined) return null;
  return { recall_at_10: recall[10], ndcg_at_10: ndcg[10], hit_rate_at_10: hit_rate[10] };
}
