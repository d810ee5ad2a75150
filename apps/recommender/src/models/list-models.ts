import type { ArtifactManifest } from './artifact.ts';
import type { StoredArtifact } from './artifact-store.ts';
import type { ModelReport, RankingFigures } from './model-report.ts';

/** A line of `model list`. */
export interface ListedModel {
  readonly version: string;
  readonly brand: string;
  /** Null when its manifest cannot be read; `problem` says why. */
  readonly trained_at: string | null;
  /** Null when its manifest cannot be read. */
  readonly trained_for: ArtifactManifest['trained_for'] | null;
  readonly published: boolean;
  /** By kind of task, as measured when it was trained. */
  readonly metrics: Readonly<Record<string, { recall_at_10: number; ndcg_at_10: number; hit_rate_at_10: number }>>;
  readonly problem: string | null;
}

/** Stored models with their main figures. */
export function listModels(stored: readonly StoredArtifact[]): ListedModel[] {
  return stored.map(({ brand, version, published, manifest, problem }) => ({
    version,
    brand,
    trained_at: manifest?.trained_at ?? null,
    trained_for: manifest?.trained_for ?? null,
    published,
    metrics: headlinesOf(manifest?.metrics ?? {}),
    problem,
  }));
}

/** Manifests are files that may lack figures: missing ones are left out, and so are those of no task. */
export function headlinesOf(metrics: ArtifactManifest['metrics']): ListedModel['metrics'] {
  const tasks = Object.entries(metrics as Partial<ModelReport['metrics']>).flatMap(([task, groups]) => {
    const figures: Partial<RankingFigures> | undefined = groups?.all?.rankings?.model;
    const { recall, ndcg, hit_rate } = figures ?? {};
    if (recall === undefined || ndcg === undefined || hit_rate === undefined || groups?.all?.tasks === 0) return [];
    return [[task, { recall_at_10: recall[10], ndcg_at_10: ndcg[10], hit_rate_at_10: hit_rate[10] }]];
  });
  return Object.fromEntries(tasks);
}
