import type { Worker } from 'node:worker_threads';

/**
 * The answer of a thread that ends after it. Rejects when the thread fails, or ends without one; `work` says what it does. `takes` is true for
 * messages that are not the answer.
 */
export function answerOfThread<Answer>(
  worker: Worker,
  work: string,
  takes: (message: unknown) => boolean = () => false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Answer) => {
      if (!takes(message)) resolve(message);
    });
    worker.on('error', (error: Error) => reject(toNativeError(error)));
    worker.on('exit', (code) => reject(new Error(`the thread that ${work} has ended with code ${code}`)));
  });
}

/** An error that Node transfers from a thread is not a native Error, and the log would show nothing of it. */
export function toNativeError(error: Error): Error {
  return Object.assign(new Error(error.message), error, { stack: error.stack });
}
