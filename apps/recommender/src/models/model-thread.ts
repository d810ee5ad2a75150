import { Worker } from 'node:worker_threads';
import { ServiceError } from '@callside/service-kit';
import { answerOfThread } from '../answer-of-thread.ts';
import type { TrainingProgress } from '../learning/index.ts';
import { ModelProblem } from '../model-problem.ts';
import { workerEntry } from '../worker-entry.ts';
import type { BrandOfModels } from './evaluate-model.ts';
import type { CarryOut, ModelOperation, ModelResult, ModelWork } from './model-operation.ts';

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

interface Running {
  operation: ModelOperation;
  result: Promise<ModelResult>;
}

/**
 * Trains and measures models in a thread of its own, so that offers do not wait. Only one runs at a time, because it reads all orders of the
 * brand; who asks for the same as the one that runs joins it.
 */
export class ModelThread {
  readonly #taskOf: (operation: ModelOperation) => ModelTask;
  #worker: Worker | null = null;
  #running: Running | null = null;
  #last: ModelWork | null = null;

  constructor(taskOf: (operation: ModelOperation) => ModelTask) {
    this.#taskOf = taskOf;
  }

  /** What runs, or ran last. */
  get work(): ModelWork | null {
    return this.#last;
  }

  readonly carryOut: CarryOut = async <Operation extends ModelOperation>(operation: Operation) => {
    const running = this.#running;
    if (running !== null && !isSame(running.operation, operation)) {
      const message = 'Another model is being trained or measured at the moment. Try again when it is done.';
      throw new ServiceError({ code: 'unavailable', message, retryAfterSeconds: 30 });
    }
    const result = running?.result ?? this.#start(operation);
    return (await result) as ModelResult<Operation>;
  };

  #start(operation: ModelOperation): Promise<ModelResult> {
    this.#last = { operation, startedAt: new Date(), progress: null, outcome: null };
    const result = this.#run(operation).finally(() => {
      this.#running = null;
      this.#worker = null;
    });
    this.#running = { operation, result };
    return result;
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
      this.#note({ outcome: { result: answer.result }, progress: null });
      return answer.result;
    } catch (error) {
      const problem = error instanceof ModelProblem ? error.message : 'internal error';
      this.#note({ outcome: { problem }, progress: null });
      throw error;
    }
  }

  #takeProgress(message: unknown): boolean {
    if (typeof message !== 'object' || message === null || !('progress' in message)) return false;
    this.#note({ progress: (message as ThreadProgress).progress });
    return true;
  }

  #note(change: Partial<ModelWork>): void {
    if (this.#last !== null) this.#last = { ...this.#last, ...change };
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** A publication is never joined: another owner may not want to force it. */
function isSame(running: ModelOperation, asked: ModelOperation): boolean {
  if (running.kind === 'train') return asked.kind === 'train' && running.objective === asked.objective;
  return running.kind === 'evaluate' && asked.kind === 'evaluate' && running.version === asked.version;
}
