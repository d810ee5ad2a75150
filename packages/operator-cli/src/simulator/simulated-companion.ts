import { CompanionConnection, CompanionRequestError, type CompanionView, type RecordedFrame } from '@callside/client';
import { createCuttableAgent } from './cuttable-agent.ts';

export interface SimulatedSession {
  sessionId: string;
  callReference: string;
  /** As acknowledged by the service; null: not closed. */
  finalizedAt: string | null;
}

export interface SentChunk {
  sessionId: string;
  sequence: number;
  isAcknowledged: boolean;
}

export interface CompanionCounts {
  /** How often its recording state became known, including the first time. */
  connections: number;
  frames_captured: number;
  frames_recorded: number;
}

interface Options {
  url: string;
  token: string;
  /** Whether the next chunk is sent twice at the same time. */
  isDuplicated: () => boolean;
  onUnauthorized: () => void;
}

const frameMs = 100;
/** 16-bit mono sound of 16 kHz. */
const silence = new Uint8Array((frameMs / 1000) * 16_000 * 2);
const framesAChunk = 5;

/** A rep's desktop companion: one session per call, a microphone that is always on, and a chunk for each recorded half second. */
export class SimulatedCompanion {
  readonly url: string;
  readonly counts: CompanionCounts = { connections: 0, frames_captured: 0, frames_recorded: 0 };
  readonly sessions: SimulatedSession[] = [];
  readonly chunks: SentChunk[] = [];
  readonly failures: string[] = [];
  /** When each recording state was applied, by sequence. Times are values of performance.now(). */
  readonly applied = new Map<number, number>();
  /** The spans in which sound was recorded. */
  readonly recorded: { from: number; to: number }[] = [];
  /** When its recording state last became known. */
  knownSince = Number.POSITIVE_INFINITY;
  readonly #options: Options;
  readonly #connection: CompanionConnection;
  readonly #cut: () => void;
  #callReference: string | null = null;
  #work: Promise<void> = Promise.resolve();
  #microphone: ReturnType<typeof setInterval> | undefined;
  #capturedUntil = 0;

  constructor(options: Options) {
    const { url, token } = options;
    const { agent, cut } = createCuttableAgent(url);
    this.url = url;
    this.#options = options;
    this.#cut = cut;
    this.#connection = new CompanionConnection({
      baseUrl: url,
      token,
      socketOptions: { agent },
      onChange: (view) => this.#follow(view),
      onRecorded: (frame) => this.#keep(frame),
    });
  }

  get view(): CompanionView {
    return this.#connection.view;
  }

  get waitingChunks(): number {
    return this.#connection.waitingChunks;
  }

  start(): void {
    this.#capturedUntil = this.#connection.now();
    this.#microphone = setInterval(() => this.#capture(), frameMs);
    this.#connection.start();
  }

  cut(): void {
    this.#cut();
  }

  /** Resolves when the sessions of ended calls have been closed. */
  settled(): Promise<void> {
    return this.#work;
  }

  stop(): void {
    clearInterval(this.#microphone);
    void this.#connection.stop();
  }

  #follow(view: CompanionView): void {
    if (view.unknownReason === 'token refused') this.#options.onUnauthorized();
    const wasKnown = Number.isFinite(this.knownSince);
    if (view.unknownReason !== null) this.knownSince = Number.POSITIVE_INFINITY;
    else if (!wasKnown) {
      this.knownSince = performance.now();
      this.counts.connections += 1;
    } else if (view.sequence !== null && !this.applied.has(view.sequence)) {
      // The first state of a connection is left out, because it waited for the connection.
      this.applied.set(view.sequence, performance.now());
    }
    if (view.callReference === this.#callReference) return;
    this.#callReference = view.callReference;
    this.#work = this.#work.then(() => this.#changeSession(view.callReference));
  }

  async #changeSession(callReference: string | null): Promise<void> {
    try {
      const open = this.sessions.find(({ sessionId }) => sessionId === this.#connection.view.sessionId);
      if (open) open.finalizedAt = (await this.#connection.close()).finalized_at;
      if (callReference === null) return;
      const sessionId = await this.#connection.open(callReference);
      const known = this.sessions.find((session) => session.sessionId === sessionId);
      if (known) known.finalizedAt = null;
      else this.sessions.push({ sessionId, callReference, finalizedAt: null });
    } catch (error) {
      if (!isStopped(error)) this.failures.push(reasonOf(error));
    }
  }

  /** Captures all the time; the connection decides whether a frame is recorded. */
  #capture(): void {
    const endedAt = this.#connection.now();
    this.counts.frames_captured += 1;
    this.#connection.frame(silence, this.#capturedUntil, endedAt);
    this.#capturedUntil = endedAt;
  }

  #keep({ startedAt, endedAt }: RecordedFrame): void {
    this.counts.frames_recorded += 1;
    const last = this.recorded.at(-1);
    if (last?.to === startedAt) last.to = endedAt;
    else this.recorded.push({ from: startedAt, to: endedAt });
    if (this.counts.frames_recorded % framesAChunk === 0) this.#transcribe(startedAt, endedAt);
  }

  #transcribe(startedAt: number, endedAt: number): void {
    const { sessionId } = this.#connection.view;
    if (sessionId === null) return;
    const sequence = this.chunks.length + 1;
    const sent: SentChunk = { sessionId, sequence, isAcknowledged: false };
    this.chunks.push(sent);
    const chunk = {
      speaker: this.chunks.length % 2 === 0 ? 'rep' : 'customer',
      text: `Simulated words, number ${sequence}.`,
      startedAt: new Date(performance.timeOrigin + startedAt),
      endedAt: new Date(performance.timeOrigin + endedAt),
      sequence,
    };
    const copies = this.#options.isDuplicated() ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      this.#connection.chunk(chunk).then(
        () => {
          sent.isAcknowledged = true;
        },
        (error: unknown) => {
          if (!isStopped(error)) this.failures.push(reasonOf(error));
        },
      );
    }
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof CompanionRequestError && error.code === 'stopped';
}

function reasonOf(error: unknown): string {
  return error instanceof CompanionRequestError ? `${error.code}: ${error.message}` : String(error);
}
