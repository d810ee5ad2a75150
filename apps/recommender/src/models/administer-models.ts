import type { Acting } from '@callside/auth';
import type { ModelWork, TrainingObjective } from '@callside/schemas';
import { ModelProblem } from '../model-problem.ts';
import type { ArtifactManifest } from './artifact.ts';
import type { readBundledManifest } from './artifact-finder.ts';
import { type ArtifactStore, nameOf, type ProblemOf, type StoredArtifact } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { Begin } from './model-operation.ts';
import type { Evaluation, Publication } from './publish-model.ts';
import type { Ranker } from './ranker.ts';
import { rollBackModel } from './roll-back-model.ts';

export interface ModelsOnFile {
  brand: string;
  serving: ReturnType<Ranker['status']> & { manifest: ArtifactManifest | null };
  /** Null: the bundled model is to serve. */
  published: string | null;
  /** Null when a rollback is not possible. */
  rollbackTo: string | null;
  stored: StoredArtifact[];
  /** What a recommender of the brand computes, or computed last. */
  work: ModelWork | null;
}

export interface AdministrationDependencies {
  brand: () => BrandOfModels;
  store: () => Pick<ArtifactStore, 'list' | 'published' | 'rollback' | 'rollbackTarget'>;
  ranker: Pick<Ranker, 'status'>;
  readBundled: typeof readBundledManifest;
  problemOf: ProblemOf;
  begin: Begin;
  /** Of this recommender. */
  work: () => ModelWork | null;
  /** Of the others of the brand. */
  workOfOthers: () => Promise<readonly ModelWork[]>;
  /** Records changes with the owner as the author. */
  changeOnRecord: (acting: Acting) => ChangeOnRecord;
}

/** What an owner may do with the models of the brand. All but `list` reject with a ModelProblem that the owner can act on. */
export class ModelAdministration {
  readonly #dependencies: AdministrationDependencies;

  constructor(dependencies: AdministrationDependencies) {
    this.#dependencies = dependencies;
  }

  async list(): Promise<ModelsOnFile> {
    const { ranker, readBundled, problemOf, workOfOthers } = this.#dependencies;
    const [store, { slug }] = [this.#dependencies.store(), this.#dependencies.brand()];
    const [stored, bundled, published, others] = await Promise.all([
      store.list(slug).catch(ifProblem<StoredArtifact[]>([])),
      readBundled(),
      // The next publication replaces a damaged name of the published version.
      store.published(slug).catch(ifProblem({ current: null })),
      workOfOthers(),
    ]);
    const serving = ranker.status();
    const manifests = [...stored.map(({ manifest }) => manifest), bundled];
    const manifest = manifests.find((each) => each?.artifact_version === serving.artifactVersion) ?? null;
    const own = this.#dependencies.work();
    const back = published.current === null ? null : await store.rollbackTarget(slug, problemOf);
    return {
      brand: slug,
      serving: { ...serving, manifest },
      published: published.current,
      rollbackTo: published.current === null ? null : (back ?? bundled?.artifact_version ?? 'none'),
      stored: stored.map((each) => ({ ...each, problem: each.problem ?? problemOfManifest(each, problemOf) })),
      work: latestOf(own === null ? others : [own, ...others]),
    };
  }

  /**
   * Begins to train a model, or joins the training that runs here. Does not wait for it: `list` has its progress and its end. Rejects while
   * another model is trained or measured.
   */
  async train(acting: Acting, objective: TrainingObjective): Promise<ModelWork> {
    const { result } = await this.#dependencies.begin({ kind: 'train', objective, acting });
    // The work says why it failed.
    result.catch(() => {});
    const work = this.#dependencies.work();
    if (work === null) throw new Error('a training that began is not known');
    return work;
  }

  /** Null when there is no such model. */
  evaluate(version: string): Promise<Evaluation | null> {
    return this.#ifStored(version, () => this.#dependencies.begin({ kind: 'evaluate', version }));
  }

  /** Null when there is no such model. */
  publish(acting: Acting, version: string, force: boolean): Promise<Publication | null> {
    return this.#ifStored(version, () => this.#dependencies.begin({ kind: 'publish', version, force, acting }));
  }

  async rollBack(acting: Acting): Promise<{ current: string; previous: string }> {
    const { readBundled, problemOf, changeOnRecord } = this.#dependencies;
    const { current, previous } = await rollBackModel(this.#dependencies.brand(), {
      store: this.#dependencies.store(),
      readBundled,
      problemOf,
      changeOnRecord: changeOnRecord(acting),
    });
    return { current, previous };
  }

  async #ifStored<Result>(version: string, begin: () => Promise<{ result: Promise<Result> }>): Promise<Result | null> {
    const stored = await this.#dependencies.store().list(this.#dependencies.brand().slug);
    return stored.some((each) => each.version === version) ? (await begin()).result : null;
  }
}

/** What runs; else what began last. */
function latestOf(works: readonly ModelWork[]): ModelWork | null {
  const latest = works.toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1));
  return latest.find(({ state }) => state === 'running') ?? latest[0] ?? null;
}

function problemOfManifest({ manifest, version }: StoredArtifact, problemOf: ProblemOf): string | null {
  return manifest && problemOf(manifest, nameOf(version));
}

/** For what cannot be read: `serving` says why, because the service reads the same files. */
function ifProblem<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ModelProblem) return value;
    throw error;
  };
}
