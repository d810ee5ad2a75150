import { Worker } from 'node:worker_threads';
import type { ModelWork } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import { answerOfThread } from '../answer-of-thread.ts';
import type { TrainingProgress } from '../learning/index.ts';
import { ModelProblem } from '../model-problem.ts';
import { workerEntry } from '../worker-entry.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { Begin, ModelOperation, ModelResult } from './model-operation.ts';
import { evaluationView } from './models-view.ts';
import type { reportRunning } from './report-running.ts';

export interface ModelTask {
  databaseUrl: string;
  artifactDirectory: string;
  deployment: string;
  sizedArticleTypes: readonly string[];
  brand: BrandOfModels;
  operation: ModelOperation;
}

type Answer = { result: ModelResult } | { problem: string };

/** What the thread says before its answer. */
export interface ThreadProgress {
  progress: TrainingProgress;
}

const heapMb = 2_048;

type TaskOf = (operation: ModelOperation) => ModelTask;
type Report = Pick<ReturnType<typeof reportRunning>, 'showWork' | 'report' | 'workOfOthers'>;

interface Begun {
  result: Promise<ModelResult>;
}

/**
 * Trains and measures models in a thread of its own, so that offers do not wait. Only one runs at a time, in all recommenders of the brand,
 * because it reads all orders of the brand; who asks this one for the same as it runs joins it.
 */
export class ModelThread {
  readonly #taskOf: TaskOf;
  readonly #running: Report;
  #worker: Worker | null = null;
  #current: { operation: ModelOperation; begun: Promise<Begun> } | null = null;
  #work: ModelWork | null = null;

  constructor(taskOf: TaskOf, running: Report) {
    this.#taskOf = taskOf;
    this.#running = running;
  }

  /** What runs, or ran last. */
  get work(): ModelWork | null {
    return this.#work;
  }

  readonly begin: Begin = async <Operation extends ModelOperation>(operation: Operation) => {
    const current = this.#current;
    if (current !== null && !isSame(current.operation, operation)) throw busy();
    const { result } = await (current?.begun ?? this.#start(operation));
    return { result: result as Promise<ModelResult<Operation>> };
  };

  #start(operation: ModelOperation): Promise<Begun> {
    const begun = this.#begin(operation);
    this.#current = { operation, begun };
    return begun;
  }

  /** Shows it before it looks at the others: of two that begin at the same time, one at most goes on. */
  async #begin(operation: ModelOperation): Promise<Begun> {
    const before = this.#work;
    this.#show({
      kind: operation.kind,
      version: operation.kind === 'train' ? null : operation.version,
      started_at: new Date().toISOString(),
      state: 'running',
      progress: null,
      evaluation: null,
      problem: null,
    });
    try {
      await this.#running.report();
      const others = await this.#running.workOfOthers();
      if (others.some(({ state }) => state === 'running')) throw busy();
    } catch (error) {
      this.#show(before);
      this.#current = null;
      throw error;
    }
    return { result: this.#run(operation) };
  }

  async #run(operation: ModelOperation): Promise<ModelResult> {
    try {
      const worker = new Worker(workerEntry('model-worker'), {
        workerData: this.#taskOf(operation),
        name: 'models',
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
      });
      this.#worker = worker;
      const answer = await answerOfThread<Answer>(worker, 'trains and measures models', (message) =>
        this.#takeProgress(message),
      );
      if ('problem' in answer) throw new ModelProblem(answer.problem);
      const evaluation = evaluationView(answer.result);
      this.#note({ state: 'done', version: evaluation.version, progress: null, evaluation });
      return answer.result;
    } catch (error) {
      const problem = error instanceof ModelProblem ? error.message : 'internal error';
      this.#note({ state: 'failed', progress: null, problem });
      throw error;
    } finally {
      this.#current = null;
      this.#worker = null;
    }
  }

  #takeProgress(message: unknown): boolean {
    if (typeof message !== 'object' || message === null || !('progress' in message)) return false;
    this.#note({ progress: (message as ThreadProgress).progress });
    return true;
  }

  #note(change: Partial<ModelWork>): void {
    if (this.#work !== null) this.#show({ ...this.#work, ...change });
  }

  #show(work: ModelWork | null): void {
    this.#work = work;
    this.#running.showWork(work);
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }
}

function busy(): ServiceError {
  const message = 'Another model is being trained or measured at the moment. Try again when it is done.';
  return new ServiceError({ code: 'unavailable', message, retryAfterSeconds: 30 });
}

/** A publication is never joined: another owner may not want to force it. */
function isSame(running: ModelOperation, asked: ModelOperation): boolean {
  if (running.kind === 'train') return asked.kind === 'train' && running.objective === asked.objective;
  return running.kind === 'evaluate' && asked.kind === 'evaluate' && running.version === asked.version;
}
