import type { RecordedFrame } from '@callside/client';

export interface RecordedSpan {
  frames: number;
  /** On the companion's clock. */
  from: number;
  to: number;
}

const longestMs = 1000;

/** Joins consecutive recorded frames to spans of up to a second. */
export class RecordedSpans {
  readonly #onSpan: (span: RecordedSpan) => void;
  #span: RecordedSpan | null = null;

  constructor(onSpan: (span: RecordedSpan) => void) {
    this.#onSpan = onSpan;
  }

  add({ startedAt, endedAt }: Pick<RecordedFrame, 'startedAt' | 'endedAt'>): void {
    if (this.#span !== null && (startedAt - this.#span.to > 1 || endedAt - this.#span.from > longestMs)) this.end();
    const { frames = 0, from = startedAt } = this.#span ?? {};
    this.#span = { frames: frames + 1, from, to: endedAt };
  }

  end(): void {
    if (this.#span !== null) this.#onSpan(this.#span);
    this.#span = null;
  }
}
