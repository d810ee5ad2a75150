import type { Query } from '@callside/database';
import { type Flushing, flushAtIntervals } from './flush-at-intervals.ts';

export interface LastUsedRecorderDependencies {
  query: Query;
  intervalMs: number;
  /** Called with the error of a failed flush; its keys are part of the next one. */
  onFailure?: (error: unknown) => void;
}

export interface LastUsedRecorder extends Flushing {
  record: (keyId: string, at?: Date) => void;
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

  return {
    record,
    ...flushAtIntervals(write, intervalMs),
  };
}
