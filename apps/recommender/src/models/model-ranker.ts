import type { Logger } from '@callside/service-kit';
import type { Acceptance, Calibration, ExactScores, FeatureMatrix, FeatureSchema } from '../ranking/index.ts';
import { logOddsOfScores, noMeaning } from '../ranking/index.ts';
import type { ModelStatus } from '../read-health.ts';
import { ArtifactError } from './artifact-files.ts';
import type { FindRanking, FoundArtifact } from './artifact-finder.ts';
import { loadModel } from './load-model.ts';
import { ScoringError, type StartWorker } from './onnx/onnx-thread.ts';
import type { ModelBuild, Ranker } from './ranker.ts';
import type { Scorer } from './scorer.ts';

export interface RankerOptions {
  findRanking: FindRanking;
  /** Serves at startup when the intended model cannot; null: none does. */
  findBundled: FindRanking | null;
  featureSchema: FeatureSchema;
  logger: Logger;
  /** Time limit of one request, from the call to its scores. */
  budgetMs?: number;
  /** Interval between checks for another model. */
  pollMs?: number;
  /** Time after which a model that failed to load is tried again without a change. */
  retryMs?: number;
  startWorker?: StartWorker;
}

interface RankingInService {
  readonly origin: FoundArtifact['origin'];
  readonly revision: string;
  readonly model: LoadedModel;
}

interface LoadedModel {
  readonly scorer: Scorer;
  readonly calibration: Calibration | null;
  readonly acceptance: Acceptance | null;
  readonly version: string;
  readonly trainedAt: string;
}

const noModel = 'none';

/**
 * Scores with the published model. A newly published model is loaded and checked while the current one serves, and then
 * replaces it. When this fails, the current one stays in service. At startup the bundled model serves when the published one
 * cannot be used.
 */
export class ModelRanker implements Ranker {
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
    this.#options = { budgetMs: 250, pollMs: 1_000, retryMs: 30_000, ...options };
  }

  /** Resolves when a model serves, or when the reason why none does is known. */
  async start(): Promise<void> {
    this.#stopped = false;
    await this.#poll();
  }

  /** Answers pending requests. */
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
  async score(features: FeatureMatrix, exactScores: ExactScores = 'all'): ReturnType<Ranker['score']> {
    const { budgetMs, featureSchema } = this.#options;
    const { values, rowCount } = features;
    const build = this.build();
    if (this.#inService === null) throw new ScoringError('unavailable', 'no model is in service');
    const { scorer, calibration, acceptance } = this.#inService.model;
    if (rowCount === 0) return { scores: new Float32Array(0), build, meaning: noMeaning };
    if (values.length !== rowCount * featureSchema.names.length) {
      throw new RangeError(`${values.length} values are not ${rowCount} rows of features`);
    }
    const { scores: raw, comparison, exactRows } = await scorer.score(features, budgetMs, exactScores);
    return {
      scores: logOddsOfScores(raw, features, { calibration, acceptance }),
      build,
      meaning: { acceptance, comparison, exactRows },
    };
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
    const { version = noModel, trainedAt = null, scorer } = model ?? {};
    const problem =
      this.#problem ?? (scorer?.isRunning === false ? 'the model has failed and is being started again' : null);
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
      const { findBundled } = this.#options;
      const isFirst = this.#inService === null && found?.origin !== 'bundled' && !this.#bundledFailed;
      if (isFirst && findBundled !== null) await this.#takeBundledIntoService(findBundled);
      this.#fail(error);
    }
  }

  /** Never rejects. The intended model is still retried. */
  async #takeBundledIntoService(findBundled: FindRanking): Promise<void> {
    try {
      await this.#takeIntoService(await findBundled());
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
    const { featureSchema, logger, startWorker } = this.#options;
    const artifact = await found.read();
    const scorer = await loadModel(artifact, found.name, {
      featureSchema,
      logger,
      ...(startWorker && { startWorker }),
    });
    const { artifact_version: version, trained_at: trainedAt, calibration, acceptance } = artifact.manifest;
    return { scorer, calibration, acceptance, version, trainedAt };
  }

  #retire({ model }: RankingInService): void {
    const ending = model.scorer.end().finally(() => this.#ending.delete(ending));
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
