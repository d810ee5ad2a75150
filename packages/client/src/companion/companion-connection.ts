import {
  type ChunkStored,
  callReferenceSchema,
  type RecordingReported,
  recordingReportedSchema,
  recordingStateSchema,
  type SessionClosed,
} from '@callside/schemas';
import { SleepWatch } from '../sleep-watch.ts';
import { CompanionCapture, type RecordedFrame } from './companion-capture.ts';
import type { CompanionLink } from './companion-link.ts';
import type { RecordingOccurrence, RecordingStatus, UnknownReason } from './companion-recording.ts';
import { CompanionRequests } from './companion-requests.ts';
import { type CompanionView, companionView } from './companion-view.ts';
import { type NewChunk, SessionProducer } from './session-producer.ts';
import { SocketLink, type SocketLinkOptions } from './socket-link.ts';
import { ViewQueue } from './view-queue.ts';

export interface CompanionConnectionOptions extends Omit<SocketLinkOptions, 'answerTimeoutMs'> {
  /**
   * Called with every change, before it is acknowledged. Start and stop here what records without `frame`. A returned promise is
   * awaited: calls never overlap, and the newest view is passed last. Of the views that arrive during a call, only the last one that
   * forbids recording and a newer one that allows it are passed. When it throws or rejects, the change is not acknowledged, and it is
   * called again a moment later. A promise that stays pending holds back all later changes and their acknowledgements.
   */
  onChange?: (view: CompanionView) => void | Promise<void>;
  /** Called with what onChange threw or rejected with, and with an Error when a call of it has run for 10 s. */
  onError?: (error: unknown) => void;
  /** Called with the reason when a connection could not be made. It is tried again. */
  onConnectError?: (error: Error) => void;
  /** Called with every frame when it is sent, in order. Store recorded frames here. */
  onRecorded?: (frame: RecordedFrame) => void;
  /** Interval of the pings; frames wait about this long before they are recorded, in browsers for the next `alive`. Default 250. */
  probeEveryMs?: number;
  /** How long the service may take to accept a connection and to answer. Default 5000. */
  answerTimeoutMs?: number;
  /** How long a session may have no frame before it is resumed to keep its lease: a third of the lease. Default 50,000. */
  keepSessionEveryMs?: number;
  /** Replaces the Socket.IO connection in tests. */
  link?: CompanionLink;
}

interface UnacknowledgedState {
  acknowledge: (answer: { applied: number }) => void;
  /** The view that has to be applied first. */
  viewNumber: number;
  receivedAt: number;
}

/** The service waits 60 s for an acknowledgement. */
const acknowledgeWithinMs = 55_000;

const lastFramesMs = 1000;

/**
 * A rep's desktop companion. It records only while recording is allowed, and keeps one transcription session across reconnects and
 * instances. Requests are repeated until they are answered; they reject with CompanionRequestError when the service refuses them
 * permanently.
 */
export class CompanionConnection {
  readonly #options: CompanionConnectionOptions;
  readonly #link: CompanionLink;
  readonly #requests: CompanionRequests;
  readonly #capture = new CompanionCapture();
  readonly #sleep = new SleepWatch();
  readonly #producer: SessionProducer;
  #connections = 0;
  #connection: number | null = null;
  /** The session that closes. `callReference`: its call; null: not known. */
  #closing: { callReference: string | null } | null = null;
  readonly #views: ViewQueue;
  /** The recording states of this connection that are not acknowledged yet. */
  #unacknowledged: readonly UnacknowledgedState[] = [];
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(options: CompanionConnectionOptions) {
    const { answerTimeoutMs = 5000 } = options;
    this.#options = options;
    this.#link = options.link ?? new SocketLink({ ...options, answerTimeoutMs });
    this.#requests = new CompanionRequests(this.#link);
    this.#producer = new SessionProducer({
      link: this.#link,
      requests: this.#requests,
      connection: () => this.#connection,
      now: () => this.now(),
      keepSessionEveryMs: options.keepSessionEveryMs ?? 50_000,
      onRecorded: (frame) => this.#options.onRecorded?.(frame),
      onChange: () => {
        this.#show();
      },
    });
    this.#views = new ViewQueue({
      initial: companionView(this.#capture.recording, null),
      apply: (view) => this.#options.onChange?.(view),
      onApplied: () => this.#acknowledge(),
      onError: (error) => this.#options.onError?.(error),
      now: () => this.now(),
    });
  }

  /** The state that the service sent; `unknown` while it may be out of date. */
  get recording(): RecordingStatus {
    return this.view.recording;
  }

  get view(): CompanionView {
    this.#capture.occurred({ type: 'time passed' }, this.#awakeAt());
    return companionView(this.#capture.recording, this.#producer.sessionId);
  }

  /** Chunks that the service has not acknowledged yet. */
  get waitingChunks(): number {
    return this.#producer.waitingChunks;
  }

  /** The clock of the frame times: ms, monotonic. */
  now(): number {
    return performance.now();
  }

  /** Connects, and reconnects when necessary, until `stop`. */
  start(): void {
    this.#link.start({
      connected: () => this.#onConnected(),
      lost: () => this.#onLost('connection lost'),
      failed: (error) => this.#onFailed(error),
      refused: () => this.#onLost('token refused'),
      alive: () => this.#onAlive(),
      recordingState: (payload, acknowledge) => this.#onRecordingState(payload, acknowledge),
      callEnded: (payload) => this.#onCallEnded(payload),
    });
    this.#watch = setInterval(() => this.#look(), this.#options.probeEveryMs ?? 250);
  }

  /**
   * Ends the connection, once onChange has applied that nothing may be recorded; resolves then, or after 5 s. When it fails or takes
   * longer, the service counts this companion as one that may still record. A session that was not closed becomes an orphan;
   * waiting requests are rejected.
   */
  stop(): Promise<void> {
    clearInterval(this.#watch);
    this.#onLost('not connected');
    this.#requests.stop();
    return this.#link.stop(this.#views.finish());
  }

  /** Opens the session of the live call, or of the given call. Resolves to its id. */
  open(callReference: string | null = this.view.callReference): Promise<string> {
    return this.#producer.open(callReference);
  }

  /**
   * Resumes a session, for example after a restart of the companion; also a finalized one. Only sound of the given call is sent to
   * it, or of the next live call when there is none.
   */
  resume(sessionId: string, callReference: string | null = this.view.callReference): Promise<void> {
    return this.#producer.resume(sessionId, callReference);
  }

  /**
   * Passes sound captured from `startedAt` to `endedAt`, by `now()`. It is recorded if recording was allowed for the whole time.
   * false: it was not, and the frame is discarded. The bytes are copied.
   */
  frame(bytes: Uint8Array, startedAt: number, endedAt: number = this.now()): boolean {
    if (this.#closesLiveCall()) return false;
    // Not slice(): that of a Buffer is a view.
    const isTaken = this.#capture.take({ bytes: new Uint8Array(bytes), startedAt, endedAt }, this.#awakeAt());
    this.#show();
    return isTaken;
  }

  /** Sends a chunk of the session until it is stored. `duplicate`: its sequence was already on file. */
  async chunk(chunk: NewChunk): Promise<ChunkStored> {
    return this.#producer.chunk(chunk);
  }

  /** Ends the session, after all earlier frames and chunks. Resolves when the service has finalized it. */
  async close(): Promise<SessionClosed> {
    this.#closing = { callReference: this.#producer.callReference };
    // All held frames are of the live call: the state of another one discards them.
    const isSent = () => this.#producer.waitingFrames === 0 && (this.#capture.held === 0 || !this.#closesLiveCall());
    let limit: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, lastFramesMs);
    });
    try {
      await Promise.race([this.#requests.until(isSent), patience]);
      return await this.#producer.close();
    } finally {
      clearTimeout(limit);
      this.#closing = null;
    }
  }

  /**
   * Reports what became of the recording of a call, for the evidence of its pauses: saved, or it failed. Repeated until it is on file; a
   * report may then be there twice. A call may have several recordings.
   */
  async reportRecording(outcome: 'saved' | 'failed', callReference: string): Promise<RecordingReported> {
    const { answer } = await this.#requests.ask({
      event: `recording.${outcome}`,
      payload: { call_reference: callReference },
      schema: recordingReportedSchema,
      way: () => this.#connection,
    });
    return answer;
  }

  /** Whether the session that closes is that of the live call, or may become it. */
  #closesLiveCall(): boolean {
    if (this.#closing === null) return false;
    const { callReference } = this.#closing;
    return callReference === null || callReference === this.#capture.recording.lastState?.call_reference;
  }

  #onConnected(): void {
    this.#connections += 1;
    this.#connection = this.#connections;
    this.#unacknowledged = [];
    this.#occurred({ type: 'connected' });
    this.#probe();
    void this.#producer.resumeIfNeeded();
    this.#requests.changed();
  }

  #onFailed(error: Error): void {
    this.#onLost(this.#connections === 0 ? 'not connected' : 'connection lost');
    this.#options.onConnectError?.(error);
  }

  #onLost(unknownReason: UnknownReason): void {
    this.#connection = null;
    this.#unacknowledged = [];
    this.#occurred({ type: 'became unknown', reason: unknownReason });
  }

  #onAlive(): void {
    this.#occurred({ type: 'alive' });
    // Weaker than an answer, because the message may have been delayed, but browsers have nothing better.
    if (!this.#link.canProbe()) this.#onAnswered(this.now());
  }

  #onRecordingState(payload: unknown, acknowledge: UnacknowledgedState['acknowledge']): void {
    const state = recordingStateSchema.safeParse(payload).data;
    if (state === undefined) {
      this.#occurred({ type: 'became unknown', reason: 'message unreadable' });
      return;
    }
    const viewNumber = this.#occurred({ type: 'state received', state });
    this.#unacknowledged = [...this.#unacknowledged, { acknowledge, viewNumber, receivedAt: this.now() }];
    // Not while onChange runs for another view.
    if (viewNumber === this.#views.applied.number) this.#acknowledge();
  }

  /** Acknowledges the states whose view, or a newer one, has been applied. */
  #acknowledge(): void {
    const { number, view } = this.#views.applied;
    const isKnown = view.unknownReason === null && this.#capture.recording.unknownReason === null;
    if (!isKnown || view.sequence === null) return;
    const isDue = ({ viewNumber }: UnacknowledgedState) => viewNumber <= number;
    const due = this.#unacknowledged.filter(isDue);
    this.#unacknowledged = this.#unacknowledged.filter((state) => !isDue(state));
    for (const { acknowledge } of due) acknowledge({ applied: view.sequence });
    const newest = due.at(-1);
    // The service has given up waiting for it. It sends the state again on a new connection.
    if (newest !== undefined && this.now() - newest.receivedAt > acknowledgeWithinMs) this.#link.renew();
  }

  #onCallEnded(payload: unknown): void {
    const callReference = callReferenceSchema.safeParse(payload).data?.call_reference;
    if (callReference !== undefined) this.#occurred({ type: 'call ended', callReference });
  }

  #onAnswered(sentAt: number): void {
    this.#producer.record(this.#capture.answered(sentAt, this.#awakeAt()));
    this.#requests.changed();
    this.#show();
  }

  /** Returns the number of the view after it. */
  #occurred(occurrence: RecordingOccurrence): number {
    this.#producer.record(this.#capture.occurred(occurrence, this.#awakeAt()));
    this.#requests.changed();
    return this.#show();
  }

  /** The time. When the computer has slept, which the clock may have left out, the state is unknown first. */
  #awakeAt(): number {
    const at = this.now();
    if (this.#sleep.hasSlept() && this.#connection !== null)
      this.#capture.occurred({ type: 'became unknown', reason: 'service silent' }, at);
    return at;
  }

  #show(): number {
    return this.#views.show(companionView(this.#capture.recording, this.#producer.sessionId));
  }

  #look(): void {
    this.#occurred({ type: 'time passed' });
    this.#views.look();
    if (this.#connection === null) return;
    if (this.#capture.recording.unknownReason === 'service silent') {
      this.#link.renew();
      return;
    }
    this.#probe();
    void this.#producer.resumeIfNeeded();
  }

  #probe(): void {
    const sentAt = this.now();
    this.#link.probe(() => this.#onAnswered(sentAt));
  }
}
