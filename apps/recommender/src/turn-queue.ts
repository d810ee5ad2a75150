/**
 * A queue whose jobs each run in a turn of the event loop of their own: however many wait, sockets, timers and answers
 * come in between.
 */
export function createTurnQueue() {
  const waiting: (() => void)[] = [];
  let scheduled = false;

  function runNext(): void {
    waiting.shift()?.();
    scheduled = waiting.length > 0;
    if (scheduled) setImmediate(runNext);
  }

  return <Result>(work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (scheduled) return;
      scheduled = true;
      setImmediate(runNext);
    });
}
