import type { FeatureMatrix } from '../../ranking/index.ts';

/** Messages between the service's thread and a scoring thread. */
export interface OnnxWorkerData {
  /** An ONNX model whose first input takes rows of features, and whose first output has a score for each. */
  readonly model: Uint8Array;
}

export interface ScoreMessage {
  readonly kind: 'score';
  readonly id: number;
  readonly features: FeatureMatrix;
  /** On the clock of `sharedNowMs`. */
  readonly deadlineMs: number;
}

/** `end`: answer the earlier messages, then end. */
export type MessageToOnnxWorker = ScoreMessage | { readonly kind: 'end' };

export type MessageFromOnnxWorker =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'scored'; readonly id: number; readonly scores: Float32Array }
  /** The batch was not computed, because its deadline had passed when its turn came. */
  | { readonly kind: 'skipped'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** Monotonic and equal in all threads of the process, unlike `performance.now()`. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
