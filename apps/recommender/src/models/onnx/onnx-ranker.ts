import { availableParallelism } from 'node:os';
import { ScoreExplainer } from '@callside/boosting/explainer';
import type { Logger } from '@callside/service-kit';
import type { Acceptance, Calibration, FeatureMatrix, FeatureSchema } from '../../ranking/index.ts';
import { compareWithCandidates, logOddsOfScores, noMeaning } from '../../ranking/index.ts';
import type { ModelStatus } from '../../read-health.ts';
import { ArtifactError } from '../artifact-files.ts';
import type { FindRanking, FoundArtifact } from '../artifact-finder.ts';
import { loadModel } from '../load-model.ts';
import type { ModelBuild, Ranker } from '../ranker.ts';
import { readTrees } from '../read-trees.ts';
import { sharedNowMs } from './onnx-messages.ts';
import type { OnnxPool } from './onnx-pool.ts';
import { ScoringError, type StartWorker } from './onnx-thread.ts';

export interface RankerOptions {
  findRanking: FindRanking;
  /** Serves at startup when the intended model cannot. */
  findBundled: FindRanking;
  featureSchema: FeatureSchema;
  logger: Logger;
  /** Time limit of one request, from the call to its scores. */
  budgetMs?: number;
  /** Interval between checks for another model. */
  pollMs?: number;
  /** Time after which a model that failed to load is tried again without a change. */
  retryMs?: number;
  threads?: number;
  startWorker?: StartWorker;
}

interface RankingInService {
  readonly origin: FoundArtifact['origin'];
  readonly revision: string;
  readonly model: LoadedModel;
}

interface LoadedModel {
  readonly pool: OnnxPool;
  readonly calibration: Calibration | null;
  readonly acceptance: Acceptance | null;
  /** Null when its trees cannot be read. */
  readonly explainer: ScoreExplainer | null;
  readonly version: string;
  readonly trainedAt: string;
}

const noModel = 'none';

/** Leaves one processor for the serving thread; at most 4, which is enough for a request to take a few milliseconds. */
function defaultThreads(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1));
}

/**
 * Scores with the published model, off the event loop. A newly published model is loaded, warmed and checked while the
 * current one serves, and then replaces it. When this fails, the current one stays in service. At startup the bundled
 * model serves when the published one cannot be used.
 */
export class OnnxRanker implements Ranker {
  readonly #options: Required<Omit<RankerOptions, 'startWorker'>> & Pick<RankerOptions, 'startWorker'>;
  #inService: RankingInService | null = null;
  #problem: string | null = 'no model is loaded yet';
  #failed: { revision: string; atMs: number } | null = null;
  #bundledFailed = false;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  readonly #ending = new Set<Promise<void>>();
  #stopped = true;

  constructor(options: RankerOptions) {
    this.#options = { budgetMs: 250, pollMs: 1_000, retryMs: 30_000, threads: defaultThreads(), ...options };
  }

  /** Resolves when a model serves, or when the reason why none does is known. */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#poll();
  }

  /** Answers pending requests, then ends the threads. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#refreshing;
    if (this.#inService !== null) this.#retire(this.#inService);
    this.#inService = null;
    this.#problem = 'the service is stopping';
    await Promise.all(this.#ending);
  }

  /** Rejects with a ScoringError. The caller may keep using the features. */
  async score(features: FeatureMatrix): ReturnType<Ranker['score']> {
    const { budgetMs, featureSchema } = this.#options;
    const deadlineMs = sharedNowMs() + budgetMs;
    const { values, rowCount } = features;
    const build = this.build();
    if (this.#inService === null) throw new ScoringError('unavailable', 'no model is in service');
    const { pool, calibration, acceptance, explainer } = this.#inService.model;
    if (rowCount === 0) return { scores: new Float32Array(0), build, meaning: noMeaning };
    if (values.length !== rowCount * featureSchema.names.length) {
      throw new RangeError(`${values.length} values are not ${rowCount} rows of features`);
    }
    const scoring = pool.leastBusy().score(features, deadlineMs);
    // Until the scores arrive, this thread has time.
    const comparison = explainer && compareWithCandidates(explainer, features);
    const scores = logOddsOfScores(await scoring, features, { calibration, acceptance });
    return { scores, build, meaning: { acceptance, comparison } };
  }

  /** The model and the features that responses name. */
  build(): ModelBuild {
    return {
      artifactVersion: this.#inService?.model.version ?? noModel,
      featureSchemaHash: this.#options.featureSchema.hash,
    };
  }

  /** The status for health, without paths and stack traces, which are in the log. */
  status(): ModelStatus {
    const { origin = noModel, model } = this.#inService ?? {};
    const { version = noModel, trainedAt = null, pool } = model ?? {};
    const problem =
      this.#problem ?? (pool?.threads.length === 0 ? 'the model has failed and is being started again' : null);
    return { artifactVersion: version, origin, trainedAt, problem };
  }

  async #poll(): Promise<void> {
    this.#refreshing = this.#refresh();
    await this.#refreshing;
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.#poll(), this.#options.pollMs);
    this.#timer.unref();
  }

  async #refresh(): Promise<void> {
    let found: FoundArtifact | null = null;
    try {
      found = await this.#options.findRanking();
      if (!this.#isNew(found)) return;
      await this.#takeIntoService(found);
      this.#failed = null;
      this.#problem = null;
    } catch (error) {
      this.#failed = { revision: found?.revision ?? '', atMs: performance.now() };
      const isFirst = this.#inService === null && found?.origin !== 'bundled' && !this.#bundledFailed;
      if (isFirst) await this.#takeBundledIntoService();
      this.#fail(error);
    }
  }

  /** Never rejects. The intended model is still retried. */
  async #takeBundledIntoService(): Promise<void> {
    try {
      await this.#takeIntoService(await this.#options.findBundled());
    } catch (error) {
      this.#bundledFailed = true;
      this.#options.logger.error({ err: error }, 'the bundled model cannot replace the published one');
    }
  }

  #isNew({ revision }: FoundArtifact): boolean {
    if (this.#inService?.revision === revision) {
      // The current revision is intended again, for example after a rollback from a model that failed.
      this.#failed = null;
      this.#problem = null;
      return false;
    }
    if (this.#failed?.revision !== revision) return true;
    return performance.now() - this.#failed.atMs > this.#options.retryMs;
  }

  async #takeIntoService(found: FoundArtifact): Promise<void> {
    const model = await this.#load(found);
    const previous = this.#inService;
    this.#inService = { origin: found.origin, revision: found.revision, model };
    if (previous !== null) this.#retire(previous);
    const versions = { artifact_version: model.version, previous: previous?.model.version ?? noModel };
    this.#options.logger.info(versions, 'a ranking model is in service');
  }

  async #load(found: FoundArtifact): Promise<LoadedModel> {
    const { featureSchema, threads, logger, startWorker } = this.#options;
    const artifact = await found.read();
    const pool = await loadModel(artifact, found.name, {
      featureSchema,
      threads,
      logger,
      ...(startWorker && { startWorker }),
    });
    const { artifact_version: version, trained_at: trainedAt, calibration, acceptance } = artifact.manifest;
    const explainer = await this.#explainerOf(artifact.onnx, found.name);
    return { pool, calibration, acceptance, explainer, version, trainedAt };
  }

  /** Never rejects. Null for a model that this code did not export: it ranks, and the sources give the reasons. */
  async #explainerOf(onnx: Uint8Array, name: string): Promise<ScoreExplainer | null> {
    try {
      return new ScoreExplainer(await readTrees(onnx));
    } catch (error) {
      this.#options.logger.warn({ err: error }, `the trees of ${name} cannot be read: reasons come from the sources`);
      return null;
    }
  }

  #retire({ model }: RankingInService): void {
    const ending = model.pool.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #fail(error: unknown): void {
    const reason = error instanceof ArtifactError ? error.message : 'the model cannot be read';
    const problem = this.#inService === null ? reason : `${reason}; ${describe(this.#inService)}`;
    if (problem !== this.#problem) {
      this.#options.logger.error({ err: error }, `a ranking model was refused: ${problem}`);
    }
    this.#problem = problem;
  }
}

function describe({ origin, model }: RankingInService): string {
  return `${model.version} ${origin === 'published' ? 'stays in service' : 'serves instead'}`;
}
