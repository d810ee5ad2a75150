import { Worker } from 'node:worker_threads';
import { ServiceError } from '@callside/service-kit';
import { ModelProblem } from '../models/model-problem.ts';
import type { BrandOfModels } from '../use-cases/evaluate-model.ts';
import type { CarryOut, ModelOperation, ModelResult } from '../use-cases/model-operation.ts';
import { workerEntry } from '../worker-entry.ts';
import { answerOfThread } from './answer-of-thread.ts';

export interface ModelTask {
  databaseUrl: string;
  artifactDirectory: string;
  deployment: string;
  sizedArticleTypes: readonly string[];
  brand: BrandOfModels;
  operation: ModelOperation;
}

type Answer = { result: ModelResult } | { problem: string };

const heapMb = 2_048;

/** Measures models in a thread of its own, so that offers do not wait. Only one runs at a time, because it reads all orders of the brand. */
export class ModelThread {
  readonly #taskOf: (operation: ModelOperation) => ModelTask;
  #worker: Worker | null = null;

  constructor(taskOf: (operation: ModelOperation) => ModelTask) {
    this.#taskOf = taskOf;
  }

  readonly carryOut: CarryOut = async <Operation extends ModelOperation>(operation: Operation) => {
    if (this.#worker !== null) {
      const message = 'Another model is being measured at the moment. Try again in a minute.';
      throw new ServiceError({ code: 'unavailable', message, retryAfterSeconds: 30 });
    }
    const worker = new Worker(workerEntry('model-worker'), {
      workerData: this.#taskOf(operation),
      name: 'models',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.#worker = worker;
    try {
      const answer = await answerOfThread<Answer>(worker, 'measures models');
      if ('problem' in answer) throw new ModelProblem(answer.problem);
      return answer.result as ModelResult<Operation>;
    } finally {
      this.#worker = null;
    }
  };

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }
}
