/** What the service's thread and a thread that scores tell each other. */
export interface OnnxWorkerData {
  /** An ONNX model with the input `features` and the output `scores`. */
  readonly model: Uint8Array;
}

export interface ScoreMessage {
  readonly kind: 'score';
  readonly id: number;
  /** Row-major. */
  readonly features: Float32Array;
  readonly rowCount: number;
  /** On the clock of `sharedNowMs`. */
  readonly deadlineMs: number;
}

/** `end`: answer what came before, then end. */
export type MessageToOnnxWorker = ScoreMessage | { readonly kind: 'end' };

export type MessageFromOnnxWorker =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'scored'; readonly id: number; readonly scores: Float32Array }
  /** It was late when its turn came, and was not computed. */
  | { readonly kind: 'skipped'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/** Monotonic and the same in every thread of the process, unlike `performance.now()`. */
export function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
