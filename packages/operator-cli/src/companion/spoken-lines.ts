import { frameMs } from './sound-file.ts';
import type { TranscriptLine } from './transcript-file.ts';

/** What was not recorded is not written down either: a line is said only when each frame of it was recorded. */
export class SpokenLines {
  #waiting: readonly TranscriptLine[];
  #runStartMs = Number.POSITIVE_INFINITY;
  #runEndMs = Number.NEGATIVE_INFINITY;

  /** `lines` by their ends. */
  constructor(lines: readonly TranscriptLine[]) {
    this.#waiting = lines;
  }

  /** Gives the lines that end within a frame, which was recorded from `startMs` of the sound on. In rising order. */
  recorded(startMs: number): TranscriptLine[] {
    if (Math.abs(startMs - this.#runEndMs) > frameMs / 2) this.#runStartMs = startMs;
    this.#runEndMs = startMs + frameMs;
    const over = this.#waiting.filter(({ end_ms }) => end_ms <= this.#runEndMs);
    this.#waiting = this.#waiting.slice(over.length);
    return over.filter(({ start_ms, end_ms }) => start_ms >= this.#runStartMs && end_ms > startMs);
  }
}
