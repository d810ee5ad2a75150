import { frameMs } from './sound-file.ts';
import type { TranscriptLine } from './transcript-file.ts';

/** Selects the transcript lines to send: only lines of which every frame was recorded. */
export class SpokenLines {
  #waiting: readonly TranscriptLine[];
  #runStartMs = Number.POSITIVE_INFINITY;
  #runEndMs = Number.NEGATIVE_INFINITY;

  /** `lines` must be sorted by end. */
  constructor(lines: readonly TranscriptLine[]) {
    this.#waiting = lines;
  }

  /** Returns the lines that end within a recorded frame, which starts at `startMs` of the sound. Call it in increasing order. */
  recorded(startMs: number): TranscriptLine[] {
    if (Math.abs(startMs - this.#runEndMs) > frameMs / 2) this.#runStartMs = startMs;
    this.#runEndMs = startMs + frameMs;
    const over = this.#waiting.filter(({ end_ms }) => end_ms <= this.#runEndMs);
    this.#waiting = this.#waiting.slice(over.length);
    return over.filter(({ start_ms, end_ms }) => start_ms >= this.#runStartMs && end_ms > startMs);
  }
}
