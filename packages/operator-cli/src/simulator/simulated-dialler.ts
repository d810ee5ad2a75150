import { CallsideError, DiallerClient, eventIdOf } from '@callside/client';
import type { CallEventName, CallEventResponse } from '@callside/schemas';
import { createDeploymentFetch, type Exchange } from './deployment-fetch.ts';
import { pause } from './pause.ts';
import type { PlannedEvent, PlannedRep } from './simulation-plan.ts';

/** The result of one event, over all its attempts. Times are values of performance.now(). */
export interface SentEvent {
  rep: number;
  event: CallEventName;
  eventId: string;
  occurredAt: Date;
  firstSentAt: number;
  /** When the first successful answer had arrived, so that the event was on file. null: none has arrived. */
  committedBy: number | null;
  /** The answers that the dialler received. */
  answers: CallEventResponse[];
  failures: string[];
}

export interface DiallerCounts {
  /** Total number of attempts. */
  requests: number;
  duplicates: number;
  late_retries: number;
  retries_after_loss: number;
  answers_lost: number;
  reordered: number;
  sockets_cut: number;
}

interface Options {
  /** Prefix of the event ids of this run. */
  run: string;
  servers: readonly string[];
  apiKey: string;
  emailOf: (rep: number) => string;
  cutSocket: (rep: number, socket: number) => void;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

interface PlannedRequest {
  rep: PlannedRep;
  callReference: string;
  event: CallEventName;
  ordinal: number;
  phoneNumber: string;
  customerId: string | null;
  server: number;
  copies: number;
  lostAnswers: number;
  resendAfterMs: number | null;
}

/** A telephony platform: sends the planned events at their times, for all reps concurrently. */
export class SimulatedDialler {
  readonly events: SentEvent[] = [];
  readonly counts: DiallerCounts = {
    requests: 0,
    duplicates: 0,
    late_retries: 0,
    retries_after_loss: 0,
    answers_lost: 0,
    reordered: 0,
    sockets_cut: 0,
  };
  /** Latency of each answer, in ms. */
  readonly answerMs: number[] = [];
  readonly #options: Options;
  /** Attempts that are planned or in flight. */
  readonly #pending = new Set<Promise<void>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when everything was sent and answered, including late retries, or after the signal. */
  async run(reps: readonly PlannedRep[]): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(reps.map((rep) => this.#followPlan(rep, startedAt)));
    await this.#settled();
  }

  /** Ends the live calls of the reps. */
  async endAll(reps: readonly PlannedRep[]): Promise<void> {
    const ends = reps.map((rep) => {
      const callReference = `${this.#options.run}-last-${rep.number}`;
      const plain = { phoneNumber: '', customerId: null, server: rep.number, copies: 1, lostAnswers: 0 };
      return this.#post({ rep, callReference, event: 'call-ended', ordinal: 1, ...plain, resendAfterMs: null });
    });
    await Promise.all(ends);
    await this.#settled();
  }

  async #settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async #followPlan(rep: PlannedRep, startedAt: number): Promise<void> {
    const { signal, cutSocket } = this.#options;
    let before: Promise<void> = Promise.resolve();
    for (const planned of rep.events) {
      await pause(startedAt + planned.atMs - performance.now(), signal);
      if (planned.waits) await before;
      if (signal.aborted) return;
      if (planned.cutSocket !== null) {
        this.counts.sockets_cut += 1;
        cutSocket(rep.number, planned.cutSocket);
      }
      if (planned.isReordered) this.counts.reordered += 1;
      before = this.#post(this.#requestOf(rep, planned));
    }
    await before;
  }

  #requestOf(rep: PlannedRep, { call, ...planned }: PlannedEvent): PlannedRequest {
    const { phoneNumber, customerId } = call;
    return { rep, callReference: `${this.#options.run}-call-${call.number}`, phoneNumber, customerId, ...planned };
  }

  /** Resolves after the first attempt of each copy; retries continue. */
  async #post(planned: PlannedRequest): Promise<void> {
    const sent: SentEvent = {
      rep: planned.rep.number,
      event: planned.event,
      eventId: eventIdOf(planned.callReference, planned.event, planned.ordinal),
      occurredAt: new Date(Date.now() + planned.rep.clockSkewMs),
      firstSentAt: Number.POSITIVE_INFINITY,
      committedBy: null,
      answers: [],
      failures: [],
    };
    this.events.push(sent);
    this.counts.duplicates += planned.copies - 1;
    const copies = Array.from({ length: planned.copies }, (_, copy) =>
      this.#send(planned, sent, { server: planned.server + copy, lostAnswers: copy === 0 ? planned.lostAnswers : 0 }),
    );
    await Promise.all(copies);
    this.#options.onProgress(this.events.length);
    if (planned.resendAfterMs !== null) this.#keepPending(this.#sendLate(planned, sent, planned.resendAfterMs));
  }

  async #sendLate(planned: PlannedRequest, sent: SentEvent, afterMs: number): Promise<void> {
    await pause(afterMs, this.#options.signal);
    if (this.#options.signal.aborted) return;
    this.counts.late_retries += 1;
    await this.#send(planned, sent, { server: planned.server + 1, lostAnswers: 0 });
  }

  /** Resolves after the first attempt. */
  #send(planned: PlannedRequest, sent: SentEvent, way: { server: number; lostAnswers: number }): Promise<void> {
    return new Promise((firstIsOver) => {
      const client = this.#clientFor(sent, way, firstIsOver);
      const { callReference, ordinal, phoneNumber, customerId, event } = planned;
      const body = {
        agent_email: this.#options.emailOf(planned.rep.number),
        callReference,
        ordinal,
        phone_number: phoneNumber,
        customer_id: customerId,
        occurred_at: sent.occurredAt,
        metadata: { simulated: this.#options.run },
      };
      // Only a start has a number; the others inherit it.
      const asked =
        event === 'call-started' ? client.send(event, body) : client.send(event, { ...body, phone_number: undefined });
      const done = asked.then(
        (answer) => void sent.answers.push(answer),
        (error: unknown) => {
          if (!this.#options.signal.aborted) sent.failures.push(reasonOf(error));
        },
      );
      this.#keepPending(done);
      void done.then(firstIsOver);
    });
  }

  #clientFor(
    sent: SentEvent,
    { server, lostAnswers }: { server: number; lostAnswers: number },
    onFirstOver: () => void,
  ): DiallerClient {
    const { servers, apiKey, signal } = this.#options;
    return new DiallerClient({
      baseUrl: servers[0] ?? '',
      apiKey,
      wait: (ms) => pause(ms, signal),
      ...(signal.aborted && { retryDelaysMs: [] }),
      onRetry: () => {
        this.counts.retries_after_loss += 1;
      },
      fetch: createDeploymentFetch({
        servers,
        first: server,
        lostAnswers,
        onSending: (sentAt) => {
          this.counts.requests += 1;
          sent.firstSentAt = Math.min(sent.firstSentAt, sentAt);
        },
        onExchange: (exchange) => {
          this.#note(sent, exchange);
          onFirstOver();
        },
      }),
    });
  }

  #note(sent: SentEvent, { sentAt, endedAt, status, isLost }: Exchange): void {
    if (isLost) this.counts.answers_lost += 1;
    if (status === null) return;
    this.answerMs.push(endedAt - sentAt);
    if (status === 200) sent.committedBy = Math.min(sent.committedBy ?? endedAt, endedAt);
  }

  #keepPending(work: Promise<void>): void {
    this.#pending.add(work);
    void work.then(() => this.#pending.delete(work));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CallsideError) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
