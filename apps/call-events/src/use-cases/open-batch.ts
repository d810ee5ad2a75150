import type { BatchContext, BatchDecision } from '../domain/decide-batch.ts';

/** An open transaction that holds the locks of the reps of a batch. */
export interface OpenBatch {
  /** The stored rows that a decision needs. */
  context: BatchContext;
  /** Writes and commits; sets the ids of the logged events. */
  commit: (decision: BatchDecision) => Promise<void>;
  /** Must be called: rolls back what was not committed, and gives the connection back. */
  end: () => Promise<void>;
}

/** The batch must run again: another transaction recorded one of its ids first, or there was a deadlock. */
export class RepeatBatch extends Error {
  constructor(cause: unknown) {
    super('the batch must run again', { cause });
  }
}
