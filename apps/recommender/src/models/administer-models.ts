import type { Acting } from '@callside/auth';
import type { TrainingObjective } from '@callside/schemas';
import { ModelProblem } from '../model-problem.ts';
import type { ArtifactManifest } from './artifact.ts';
import type { readBundledManifest } from './artifact-finder.ts';
import { type ArtifactStore, nameOf, type ProblemOf, type StoredArtifact } from './artifact-store.ts';
import type { ChangeOnRecord } from './change-on-record.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { CarryOut, ModelWork } from './model-operation.ts';
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
  /** What is being computed, or was computed last. */
  work: ModelWork | null;
}

export interface AdministrationDependencies {
  brand: () => BrandOfModels;
  store: () => Pick<ArtifactStore, 'list' | 'published' | 'rollback' | 'rollbackTarget'>;
  ranker: Pick<Ranker, 'status'>;
  readBundled: typeof readBundledManifest;
  problemOf: ProblemOf;
  carryOut: CarryOut;
  work: () => ModelWork | null;
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
    const { ranker, readBundled, problemOf } = this.#dependencies;
    const [store, { slug }] = [this.#dependencies.store(), this.#dependencies.brand()];
    const [stored, bundled, published] = await Promise.all([
      store.list(slug).catch(ifProblem<StoredArtifact[]>([])),
      readBundled(),
      // The next publication replaces a damaged name of the published version.
      store.published(slug).catch(ifProblem({ current: null })),
    ]);
    const serving = ranker.status();
    const manifests = [...stored.map(({ manifest }) => manifest), bundled];
    const manifest = manifests.find((each) => each?.artifact_version === serving.artifactVersion) ?? null;
    const back = published.current === null ? null : await store.rollbackTarget(slug, problemOf);
    return {
      brand: slug,
      serving: { ...serving, manifest },
      published: published.current,
      rollbackTo: published.current === null ? null : (back ?? bundled?.artifact_version ?? 'none'),
      stored: stored.map((each) => ({ ...each, problem: each.problem ?? problemOfManifest(each, problemOf) })),
      work: this.#dependencies.work(),
    };
  }

  /**
   * Begins to train a model, or joins the training that runs. Resolves at once: `list` has its progress and its end. Rejects while another
   * model is measured.
   */
  async train(acting: Acting, objective: TrainingObjective): Promise<ModelWork> {
    const training = this.#dependencies.carryOut({ kind: 'train', objective, acting });
    // What is refused at once rejects before this; later, the work says why it failed.
    await Promise.race([training, Promise.resolve().then(() => {})]);
    training.catch(() => {});
    const work = this.#dependencies.work();
    if (work === null) throw new Error('a training that began is not known');
    return work;
  }

  /** Null when there is no such model. */
  evaluate(version: string): Promise<Evaluation | null> {
    return this.#ifStored(version, () => this.#dependencies.carryOut({ kind: 'evaluate', version }));
  }

  /** Null when there is no such model. */
  publish(acting: Acting, version: string, force: boolean): Promise<Publication | null> {
    return this.#ifStored(version, () => this.#dependencies.carryOut({ kind: 'publish', version, force, acting }));
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

  async #ifStored<Result>(version: string, work: () => Promise<Result>): Promise<Result | null> {
    const stored = await this.#dependencies.store().list(this.#dependencies.brand().slug);
    return stored.some((each) => each.version === version) ? work() : null;
  }
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
