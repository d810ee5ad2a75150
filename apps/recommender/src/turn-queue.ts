import { ServiceError } from '@callside/service-kit';

interface TurnQueueOptions {
  /** When this many jobs wait, a further one is refused as `unavailable` at once. */
  maxWaiting: number;
  /** A job that waited longer is refused as `unavailable`: its caller is about to time out. */
  maxWaitMs: number;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

export type InTurn = <Result>(work: () => Result, signal: AbortSignal) => Promise<Result>;

/**
 * A queue that runs each job in its own turn of the event loop. Sockets, timers and responses are handled between jobs,
 * however many wait. A job whose signal aborts leaves the queue.
 */
export function createTurnQueue({ maxWaiting, maxWaitMs, now = () => performance.now() }: TurnQueueOptions): InTurn {
  const waiting = new Set<() => void>();
  let scheduled = false;

  function runNext(): void {
    const [run] = waiting;
    if (run !== undefined) {
      waiting.delete(run);
      run();
    }
    scheduled = waiting.size > 0;
    if (scheduled) setImmediate(runNext);
  }

  return (work, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (waiting.size >= maxWaiting) return reject(overloaded());
      const queuedAt = now();
      const leave = () => {
        waiting.delete(run);
        reject(signal.reason);
      };
      const run = () => {
        signal.removeEventListener('abort', leave);
        if (now() - queuedAt > maxWaitMs) return reject(overloaded());
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(run);
      if (scheduled) return;
      scheduled = true;
      setImmediate(runNext);
    });
}

function overloaded(): ServiceError {
  return new ServiceError({ code: 'unavailable', message: 'The service is overloaded; retry later.' });
}
