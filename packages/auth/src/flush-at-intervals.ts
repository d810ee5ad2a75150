export interface Flushing {
  /** Writes what was collected since the last flush, one after the other. Never rejects. */
  flush: () => Promise<void>;
  start: () => void;
  /** Stops the interval and flushes once more. */
  stop: () => Promise<void>;
}

/** Calls `write`, which must not reject, at each interval and at the end, never twice at a time. */
export function flushAtIntervals(write: () => Promise<void>, intervalMs: number): Flushing {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    start: () => {
      timer ??= setInterval(() => void flush(), intervalMs).unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
      return flush();
    },
  };
}
