import { CompanionConnection, type CompanionView } from '@callside/client';
import type { Recorder } from '../history/recorder.ts';
import { RecordingNote } from './recording-note.ts';

interface CompanionOptions {
  recorder: Recorder;
  companion: string;
  rep: string;
  instance: number;
  url: string;
  token: string;
}

const frameMs = 100;
/** A third of the lease of this harness. */
const keepSessionEveryMs = 1000;
const chunkEveryMs = 700;
/** 16-bit mono sound of 16 kHz. */
const silence = new Uint8Array((frameMs / 1000) * 16_000 * 2);

/** The companion of `@callside/client`, with a microphone that is always on and one session per call. */
export class ReferenceCompanion {
  readonly #options: CompanionOptions;
  readonly #connection: CompanionConnection;
  readonly #note: RecordingNote;
  #microphone: ReturnType<typeof setInterval> | undefined;
  #transcript: ReturnType<typeof setInterval> | undefined;
  #capturedUntil = 0;
  #session: string | null = null;
  #chunks = 0;
  #isKnown = false;
  #sequence: number | null = null;
  #call: string | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(options: CompanionOptions) {
    this.#options = options;
    this.#note = new RecordingNote(options);
    const { url, token, recorder } = options;
    this.#connection = new CompanionConnection({
      baseUrl: url,
      token,
      keepSessionEveryMs,
      socketOptions: { reconnectionDelay: 200, reconnectionDelayMax: 1000 },
      onChange: (view) => this.#follow(view),
      onRecorded: ({ startedAt, endedAt }) => {
        // Its times are those of performance.now().
        const origin = performance.now() - recorder.now();
        this.#note.add(startedAt - origin, endedAt - origin);
      },
    });
    this.#capturedUntil = this.#connection.now();
    this.#microphone = setInterval(() => this.#capture(), frameMs);
    this.#transcript = setInterval(() => this.#sendChunk(), chunkEveryMs);
    this.#connection.start();
  }

  get name(): string {
    return this.#options.companion;
  }

  get isListening(): boolean {
    return this.#connection.view.unknownReason === null;
  }

  close(): void {
    clearInterval(this.#microphone);
    clearInterval(this.#transcript);
    this.#note.flush();
    void this.#connection.stop();
  }

  #follow({ unknownReason, sequence, callReference, recording, sessionId }: CompanionView): void {
    const { recorder, companion, rep, instance } = this.#options;
    if (sessionId !== this.#session) recorder.note({ type: 'session held', companion, rep, session: sessionId });
    this.#session = sessionId;
    const isKnown = unknownReason === null;
    if (isKnown !== this.#isKnown) {
      const presence = isKnown ? 'connected' : 'lost';
      recorder.note({ type: 'companion', companion, rep, instance, kind: 'reference', presence });
    }
    const isNews = isKnown && sequence !== null && (sequence !== this.#sequence || !this.#isKnown);
    this.#isKnown = isKnown;
    if (isNews) {
      this.#sequence = sequence;
      const paused = recording === 'paused';
      recorder.note({ type: 'delivered', companion, rep, isGreeting: false, sequence, paused, call: callReference });
      // It acknowledges after this function has returned.
      recorder.note({ type: 'acknowledged', companion, rep, sequence });
    }
    if (callReference === this.#call) return;
    this.#call = callReference;
    this.#work = this.#work.then(() => this.#changeSession(callReference)).catch(() => {});
  }

  async #changeSession(callReference: string | null): Promise<void> {
    if (this.#connection.view.sessionId !== null) await this.#connection.close().catch(() => {});
    if (callReference !== null && callReference === this.#call) await this.#connection.open(callReference);
  }

  /** Sends it again until it is acknowledged. */
  #sendChunk(): void {
    const { recorder, companion, rep } = this.#options;
    const session = this.#connection.view.sessionId;
    if (session === null) return;
    this.#chunks += 1;
    const text = `${companion} chunk ${this.#chunks}`;
    const now = new Date();
    this.#connection.chunk({ speaker: 'rep', text, startedAt: now, endedAt: now }).then(
      ({ sequence }) => recorder.note({ type: 'chunk stored', companion, rep, session, sequence, text }),
      () => {},
    );
  }

  #capture(): void {
    const endedAt = this.#connection.now();
    this.#connection.frame(silence, this.#capturedUntil, endedAt);
    this.#capturedUntil = endedAt;
  }
}
