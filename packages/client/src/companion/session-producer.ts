import {
  type ChunkStored,
  chunkStoredSchema,
  type SessionClosed,
  sessionClosedSchema,
  sessionHeldSchema,
} from '@callside/schemas';
import type { RecordedFrame } from './companion-capture.ts';
import type { CompanionLink } from './companion-link.ts';
import { CompanionRequestError } from './companion-request-error.ts';
import type { CompanionRequests } from './companion-requests.ts';
import { type CompanionSession, heldSession, nextChunkSequence, sessionStatus } from './companion-session.ts';

/** A piece of transcript. Its times are those of the speech. */
export interface NewChunk {
  speaker: string;
  text: string;
  startedAt: Date;
  endedAt: Date;
  /** For callers who number chunks themselves: a number is stored once. */
  sequence?: number;
}

interface Dependencies {
  link: Pick<CompanionLink, 'sendFrame'>;
  requests: CompanionRequests;
  /** The number of the current connection; null: none. */
  connection: () => number | null;
  /** Ms of a monotonic clock. */
  now: () => number;
  /** How long the session may have no frame before it is resumed. */
  keepSessionEveryMs: number;
  onRecorded: (frame: RecordedFrame) => void;
  onChange: () => void;
}

/** Frames wait this long for a session; older ones are lost. */
const longestWaitMs = 30_000;

/** The single session of a companion, across reconnects, with the frames and chunks that wait for it. */
export class SessionProducer {
  readonly #dependencies: Dependencies;
  readonly #chunks = new Set<Promise<ChunkStored>>();
  #frames: RecordedFrame[] = [];
  #session: CompanionSession | null = null;
  #isResuming = false;
  #isClosing = false;
  /** When the service last accepted this companion as the session's producer. */
  #keptAt = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  get sessionId(): string | null {
    return this.#session?.id ?? null;
  }

  /** The call that is recorded into the session; null: unknown so far. */
  get callReference(): string | null {
    return this.#session?.callReference ?? null;
  }

  get waitingChunks(): number {
    return this.#chunks.size;
  }

  /** Frames that wait to be sent to the session. */
  get waitingFrames(): number {
    return this.#frames.filter((frame) => this.#isOwn(frame)).length;
  }

  async open(callReference: string | null): Promise<string> {
    const payload = callReference === null ? {} : { call_reference: callReference };
    return this.#openOrResume('session.open', payload, callReference);
  }

  async resume(sessionId: string, callReference: string | null): Promise<void> {
    await this.#openOrResume('session.resume', { session_id: sessionId }, callReference);
  }

  /** Sends frames that may be recorded as soon as the session of their call is held. */
  record(frames: readonly RecordedFrame[]): void {
    if (frames.length === 0) return;
    this.#frames.push(...frames);
    const newest = this.#frames.at(-1)?.endedAt ?? 0;
    this.#frames = this.#frames.filter(({ endedAt }) => newest - endedAt <= longestWaitMs);
    this.#sendFrames();
  }

  chunk({ speaker, text, startedAt, endedAt, sequence: given }: NewChunk): Promise<ChunkStored> {
    const session = this.#session;
    if (session === null) return Promise.reject(noSession());
    const sequence = given ?? nextChunkSequence(session, Date.now());
    this.#session = { ...session, lastSequence: Math.max(session.lastSequence, sequence) };
    const asked = this.#dependencies.requests.ask({
      event: 'session.chunk',
      payload: {
        session_id: session.id,
        sequence,
        speaker,
        text,
        started_at: startedAt.toISOString(),
        ended_at: endedAt.toISOString(),
      },
      schema: chunkStoredSchema,
      way: () => this.#wayFor(session.id),
    });
    const stored = asked.then(({ answer }) => answer);
    this.#chunks.add(stored);
    const forget = () => void this.#chunks.delete(stored);
    stored.then(forget, forget);
    return stored;
  }

  /** Waits for the chunks, then ends the session. */
  async close(): Promise<SessionClosed> {
    const { id } = this.#session ?? {};
    if (id === undefined) throw noSession();
    await Promise.allSettled(this.#chunks);
    this.#isClosing = true;
    try {
      const { answer } = await this.#dependencies.requests.ask({
        event: 'session.close',
        payload: { session_id: id },
        schema: sessionClosedSchema,
        way: () => this.#wayFor(id),
      });
      return answer;
    } finally {
      this.#isClosing = false;
      this.#end(id);
    }
  }

  /**
   * Call it at each new connection and at intervals. Resumes a session that another connection held before any other request. Also
   * resumes a session without frames, as in a long pause, because its lease would expire.
   */
  async resumeIfNeeded(): Promise<void> {
    const { requests, connection } = this.#dependencies;
    const session = this.#session;
    if (session === null || this.#isResuming || connection() === null) return;
    if (this.#status() !== 'to be resumed' && !this.#isQuietForLong()) return;
    this.#isResuming = true;
    try {
      await this.resume(session.id, session.callReference);
    } catch (error) {
      if (!(error instanceof CompanionRequestError)) throw error;
      // The session is another rep's or does not exist. Waiting requests get the service's error themselves.
      if (error.code !== 'stopped') this.#end(session.id);
    } finally {
      this.#isResuming = false;
    }
    requests.changed();
    await this.resumeIfNeeded();
  }

  async #openOrResume(event: string, payload: object, callReference: string | null): Promise<string> {
    const { requests, connection, onChange } = this.#dependencies;
    // What waits for other sessions is of earlier calls: this session must not become theirs.
    if (callReference === null)
      this.#frames = this.#frames.filter((frame) => frame.callReference === this.callReference);
    const asked = await requests.ask({ event, payload, schema: sessionHeldSchema, way: connection });
    const { session_id: id, next_sequence: nextSequence } = asked.answer;
    this.#keptAt = this.#dependencies.now();
    this.#session = heldSession(this.#session, { id, callReference, connection: asked.connection, nextSequence });
    this.#sendFrames();
    onChange();
    requests.changed();
    // The connection of the answer may be lost already.
    void this.resumeIfNeeded();
    return id;
  }

  /** false while the session closes: a resume would make it live again. */
  #isQuietForLong(): boolean {
    const { now, keepSessionEveryMs } = this.#dependencies;
    return !this.#isClosing && now() - this.#keptAt > keepSessionEveryMs;
  }

  #status() {
    return sessionStatus(this.#session, this.#dependencies.connection());
  }

  /** Requests of a dropped session are sent at once, because the service refuses them. */
  #wayFor(sessionId: string): number | null {
    const isHeldBack = this.#session?.id === sessionId && (this.#status() !== 'held' || this.#isResuming);
    return isHeldBack ? null : this.#dependencies.connection();
  }

  #sendFrames(): void {
    if (this.#session === null || this.#status() !== 'held' || this.#frames.length === 0) return;
    // A session opened without a call belongs to the first call that is recorded into it.
    const { id, callReference } = this.#session;
    this.#session = { ...this.#session, callReference: callReference ?? this.#frames[0]?.callReference ?? null };
    for (const frame of this.#takeOwnFrames()) {
      this.#dependencies.link.sendFrame(id, frame.bytes);
      this.#keptAt = this.#dependencies.now();
      this.#dependencies.onRecorded(frame);
    }
    this.#dependencies.requests.changed();
  }

  #end(sessionId: string): void {
    if (this.#session?.id !== sessionId) return;
    this.#takeOwnFrames();
    this.#session = null;
    this.#dependencies.onChange();
  }

  /** Leaves the frames of other calls: they wait for the session of their call, which may be opened after this one. */
  #takeOwnFrames(): RecordedFrame[] {
    const own = this.#frames.filter((frame) => this.#isOwn(frame));
    this.#frames = this.#frames.filter((frame) => !this.#isOwn(frame));
    return own;
  }

  #isOwn(frame: RecordedFrame): boolean {
    return this.callReference === null || frame.callReference === this.callReference;
  }
}

function noSession(): CompanionRequestError {
  return new CompanionRequestError('unknown_session', 'no session is open');
}
