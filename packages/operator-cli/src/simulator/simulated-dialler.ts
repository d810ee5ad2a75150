import { CallsideError, DiallerClient } from '@callside/client';
import type { CallEventName, CallEventResponse } from '@callside/schemas';
import { pause } from '../pause.ts';
import type { PlannedEvent, PlannedRep } from './simulation-plan.ts';

/** The result of one event, over all its attempts. Times are values of performance.now(). */
export interface SentEvent {
  rep: number;
  event: CallEventName;
  eventId: string;
  sentAt: number;
  answeredAt: number;
  /** null: it was not accepted. */
  answer: CallEventResponse | null;
}

interface Options {
  /** Prefix of the event ids of this run. */
  run: string;
  servers: readonly string[];
  apiKey: string;
  emailOf: (rep: number) => string;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
}

/** A telephony platform: sends the planned events at their times, for all reps concurrently, to the instances in turn. */
export class SimulatedDialler {
  readonly events: SentEvent[] = [];
  /** Why events were not accepted. */
  readonly failures: string[] = [];
  /** Attempts after the first one. */
  retries = 0;
  readonly #options: Options;
  readonly #clients: DiallerClient[];

  constructor(options: Options) {
    const { servers, apiKey, signal } = options;
    this.#options = options;
    this.#clients = servers.map(
      (baseUrl) =>
        new DiallerClient({
          baseUrl,
          apiKey,
          wait: (ms) => pause(ms, signal),
          onRetry: () => {
            this.retries += 1;
          },
        }),
    );
  }

  /** Resolves when everything was sent and answered, or after the signal. */
  async run(reps: readonly PlannedRep[]): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(reps.map((rep) => this.#followPlan(rep, startedAt)));
  }

  /** Ends the live calls of the reps. */
  async endAll(reps: readonly PlannedRep[]): Promise<void> {
    await Promise.all(reps.map(({ number }) => this.#send(number, { event: 'call-ended', call: 0 })));
  }

  async #followPlan({ number, events }: PlannedRep, startedAt: number): Promise<void> {
    const { signal } = this.#options;
    for (const planned of events) {
      await pause(startedAt + planned.atMs - performance.now(), signal);
      if (signal.aborted) return;
      await this.#send(number, planned);
    }
  }

  async #send(
    rep: number,
    { event, call, phoneNumber = '', customerId = null }: Pick<PlannedEvent, 'event' | 'call'> & Partial<PlannedEvent>,
  ): Promise<void> {
    const { run, emailOf, onProgress, signal } = this.#options;
    const eventId = `${run}-rep-${rep}-call-${call}-${event}`;
    const client = this.#clients[this.events.length % this.#clients.length];
    const body = {
      event_id: eventId,
      agent_email: emailOf(rep),
      phone_number: phoneNumber,
      customer_id: customerId,
      occurred_at: new Date(),
      metadata: { simulated: run },
    };
    const sent: SentEvent = { rep, event, eventId, sentAt: performance.now(), answeredAt: 0, answer: null };
    this.events.push(sent);
    try {
      // Only a start has a number; the others inherit it.
      sent.answer =
        (await (event === 'call-started'
          ? client?.callStarted(body)
          : client?.send(event, { ...body, phone_number: undefined }))) ?? null;
    } catch (error) {
      if (!signal.aborted) this.failures.push(error instanceof CallsideError ? error.message : String(error));
    }
    sent.answeredAt = performance.now();
    onProgress(this.events.length);
  }
}
