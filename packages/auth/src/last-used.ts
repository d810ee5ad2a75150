import type { Query } from '@callside/database';

export interface LastUsedRecorderDependencies {
  query: Query;
  intervalMs: number;
  /** Called with the error of a failed flush; its keys are part of the next one. */
  onFailure?: (error: unknown) => void;
}

export interface LastUsedRecorder {
  record: (keyId: string, at?: Date) => void;
  /** Writes the uses since the last flush. Never rejects. */
  flush: () => Promise<void>;
  start: () => void;
  /** Stops the interval and flushes once more. */
  stop: () => Promise<void>;
}

const updateLastUsed = `
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, used.at)
  FROM (
    SELECT id::uuid AS id, at::timestamptz AS at FROM unnest($1::text[], $2::text[]) AS one(id, at)
  ) AS used
  WHERE k.id = used.id`;

/** Records when keys were last used, with one UPDATE per interval instead of one per request. */
export function createLastUsedRecorder({
  query,
  intervalMs,
  onFailure,
}: LastUsedRecorderDependencies): LastUsedRecorder {
  let pending = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function record(keyId: string, at = new Date()): void {
    const known = pending.get(keyId);
    if (known === undefined || known < at) pending.set(keyId, at);
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return;
    const taken = pending;
    pending = new Map();
    try {
      await query(updateLastUsed, [[...taken.keys()], [...taken.values()].map((at) => at.toISOString())]);
    } catch (error) {
      for (const [keyId, at] of taken) record(keyId, at);
      onFailure?.(error);
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    record,
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
