import {
  CompanionConnection,
  CompanionRequestError,
  type CompanionView,
  type RecordedFrame,
  type TokenSource,
} from '@callside/client';
import { OperatorError } from '../operator-error.ts';
import type { CompanionReport } from './companion-report.ts';
import type { KeptFile } from './kept-file.ts';
import { Microphone } from './microphone.ts';
import { RecordedSpans } from './recorded-spans.ts';
import { frameMs, type Sound } from './sound-file.ts';
import { SpokenLines } from './spoken-lines.ts';
import type { TranscriptLine } from './transcript-file.ts';

export interface CompanionSettings {
  baseUrl: string;
  token: TokenSource;
  sound: Sound;
  /** Repeats the sound; otherwise the companion ends at the end of the sound. */
  isLooped: boolean;
  kept: Pick<KeptFile, 'append'> | null;
  transcript: readonly TranscriptLine[];
}

interface Call {
  reference: string;
  microphone: Microphone;
  lines: SpokenLines;
}

const farewellMs = 5000;

/** A desktop companion whose microphone is a file. It records the rep's calls, one session per call, and applies every pause. */
export class ReferenceCompanion {
  readonly #settings: CompanionSettings;
  readonly #report: CompanionReport;
  readonly #connection: CompanionConnection;
  readonly #spans: RecordedSpans;
  #call: Call | null = null;
  /** Opens and closes sessions one after another. */
  #work: Promise<void> = Promise.resolve();
  #reports: Promise<unknown> = Promise.resolve();
  #wasAccepted = false;
  /** Whether the reason is reported why there is no connection: once, not at each try. */
  #isExplained = false;
  #isEnding = false;
  #keepError: { thrown: unknown } | null = null;
  /** The calls with recorded sound that was to be kept, until it is reported whether it was. */
  readonly #unreported = new Set<string>();
  #end = (_error?: Error) => {};

  constructor(settings: CompanionSettings, report: CompanionReport) {
    this.#settings = settings;
    this.#report = report;
    this.#spans = new RecordedSpans(({ frames, from, to }) =>
      report.event('recorded', { frames, from: instantOf(from), to: instantOf(to) }),
    );
    this.#connection = new CompanionConnection({
      baseUrl: settings.baseUrl,
      token: settings.token,
      onChange: (view) => this.#follow(view),
      onConnectError: ({ message }) => this.#explain(message),
      onRecorded: (frame) => this.#keep(frame),
    });
  }

  /**
   * Resolves after `end` or the end of the sound, when the session was closed. Rejects with OperatorError, or with the error of the
   * kept file.
   */
  async run(): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.#end = (error) => (error ? reject(error) : resolve());
    });
    this.#report.view(this.#connection.view);
    this.#connection.start();
    try {
      await ended;
      await this.#sayGoodbye();
      if (this.#keepError !== null) throw this.#keepError.thrown;
    } finally {
      this.#isEnding = true;
      this.#call?.microphone.stop();
      await this.#connection.stop();
      this.#spans.end();
      this.#report.end();
    }
  }

  end(): void {
    this.#end();
  }

  #explain(message: string): void {
    if (this.#isEnding || this.#isExplained) return;
    this.#isExplained = true;
    this.#report.event('connection.failed', { message: `no connection to ${this.#settings.baseUrl}: ${message}` });
  }

  #follow(view: CompanionView): void {
    if (this.#isEnding) return;
    this.#report.view(view);
    if (view.unknownReason === null) {
      this.#wasAccepted = true;
      this.#isExplained = false;
    }
    if (view.unknownReason === 'token refused' && !(this.#wasAccepted && typeof this.#settings.token === 'function')) {
      this.#end(
        new OperatorError('the service refuses the token', {
          hint: 'use an unexpired token (`callside token issue --audience companion`) of a user of the brand that --url serves',
        }),
      );
    }
    if (view.callReference === (this.#call?.reference ?? null)) return;
    const before = this.#call;
    before?.microphone.stop();
    this.#call = view.callReference === null ? null : this.#answer(view.callReference);
    const { reference } = this.#call ?? {};
    this.#inTurn(async () => {
      if (before) await this.#closeSession();
      if (before) this.#reportRecording(before.reference);
      if (reference !== undefined) await this.#openSession(reference);
    });
  }

  #answer(reference: string): Call {
    const microphone = new Microphone({
      sound: this.#settings.sound,
      isLooped: this.#settings.isLooped,
      now: () => this.#connection.now(),
      onFrame: ({ bytes, startedAt, endedAt }) => this.#connection.frame(bytes, startedAt, endedAt),
      onEnd: () => this.#end(),
    });
    return { reference, microphone, lines: new SpokenLines(this.#settings.transcript) };
  }

  #keep(frame: RecordedFrame): void {
    if (this.#settings.kept !== null) this.#unreported.add(frame.callReference);
    if (this.#keepError !== null) return;
    try {
      this.#settings.kept?.append(frame.bytes);
    } catch (thrown) {
      this.#keepError = { thrown };
      this.#end();
      return;
    }
    this.#spans.add(frame);
    this.#report.recorded(frameMs);
    if (frame.callReference !== this.#call?.reference) return;
    const { microphone, lines } = this.#call;
    const startMs = microphone.positionMs(frame.startedAt);
    for (const line of lines.recorded(startMs)) this.#send(line, frame.startedAt - startMs);
  }

  /** `soundStartedAt` is the time of the sound's start on the connection's clock. */
  #send({ speaker, text, start_ms, end_ms }: TranscriptLine, soundStartedAt: number): void {
    const [startedAt, endedAt] = [instantOf(soundStartedAt + start_ms), instantOf(soundStartedAt + end_ms)];
    this.#report.chunks(1, 0);
    this.#connection.chunk({ speaker, text, startedAt, endedAt }).then(
      ({ sequence, duplicate }) => {
        this.#report.chunks(-1, 1);
        this.#report.event('chunk.stored', { sequence, duplicate });
      },
      (error: unknown) => {
        this.#report.chunks(-1, 0);
        this.#report.event('chunk.refused', reasonOf(error));
      },
    );
  }

  async #openSession(callReference: string): Promise<void> {
    try {
      const session_id = await this.#connection.open(callReference);
      this.#report.event('session.opened', { session_id, call_reference: callReference });
    } catch (error) {
      this.#report.event('session.refused', reasonOf(error));
    }
  }

  /** Resolves to the reason of a failure, or to null. */
  async #closeSession(): Promise<string | null> {
    if (this.#connection.view.sessionId === null) return null;
    try {
      this.#report.event('session.closed', await this.#connection.close());
      return null;
    } catch (error) {
      const reason = reasonOf(error);
      this.#report.event('session.refused', reason);
      return reason.message;
    } finally {
      this.#report.sessionOver();
    }
  }

  /** For the evidence of the call's pauses. The next call does not wait for it. */
  #reportRecording(callReference: string): void {
    if (!this.#unreported.delete(callReference)) return;
    const outcome = this.#keepError === null ? 'saved' : 'failed';
    const stored = this.#connection.reportRecording(outcome, callReference).then(
      ({ reported_at }) => this.#report.event('report.stored', { call_reference: callReference, outcome, reported_at }),
      (error: unknown) => this.#report.event('report.refused', reasonOf(error)),
    );
    this.#reports = Promise.all([this.#reports, stored]);
  }

  async #sayGoodbye(): Promise<void> {
    this.#isEnding = true;
    const call = this.#call;
    call?.microphone.stop();
    this.#inTurn(async () => {
      const reason = await this.#closeSession();
      if (call) this.#reportRecording(call.reference);
      if (reason !== null) throw new OperatorError(`the session could not be closed: ${reason}`);
    });
    let limit: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      const said =
        'the service did not answer, so the session could not be closed; it finalizes the session by itself, about two minutes from now';
      limit = setTimeout(() => reject(new OperatorError(said)), farewellMs);
    });
    try {
      await Promise.race([this.#work, tooLate]);
      await Promise.race([this.#reports, tooLate.catch(() => {})]);
    } finally {
      clearTimeout(limit);
    }
  }

  #inTurn(task: () => Promise<void>): void {
    this.#work = this.#work.then(task);
  }
}

function instantOf(at: number): Date {
  return new Date(performance.timeOrigin + at);
}

function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof CompanionRequestError) return { code: error.code, message: error.message };
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) };
}
