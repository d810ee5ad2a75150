import type { Recorder } from '../history/recorder.ts';

interface Options {
  recorder: Recorder;
  companion: string;
  rep: string;
}

const noteEveryMs = 1000;
const gapMs = 150;

/** Notes the recordings of a companion as spans of at most a second. */
export class RecordingNote {
  readonly #options: Options;
  #span: { from: number; to: number } | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  add(from: number, to: number): void {
    if (this.#span !== null && from - this.#span.to <= gapMs) this.#span.to = Math.max(this.#span.to, to);
    else {
      this.flush();
      this.#span = { from, to };
    }
    if (this.#span.to - this.#span.from >= noteEveryMs) this.flush();
  }

  flush(): void {
    if (this.#span === null) return;
    const { recorder, companion, rep } = this.#options;
    recorder.note({ type: 'recorded', companion, rep, ...this.#span });
    this.#span = null;
  }
}
