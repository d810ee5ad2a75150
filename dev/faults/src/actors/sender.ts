import { setTimeout as sleep } from 'node:timers/promises';
import { metadataOf } from '../check/deliveries.ts';
import type { Recorder } from '../history/recorder.ts';
import type { PlannedEvent } from '../plan/traffic.ts';
import { askJson } from './ask.ts';

interface SenderOptions {
  recorder: Recorder;
  apiKey: string;
  urls: readonly string[];
  retryScale: number;
}

/** The specification's waits between attempts. */
const retryAfterMs = [1000, 4000, 15_000];

/** A dialler: sends each delivery until it gets an answer other than 5xx, or gives up after four attempts. */
export class Sender {
  readonly #options: SenderOptions;

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Resolves when every delivery was answered or given up. */
  async run(events: readonly PlannedEvent[]): Promise<void> {
    const startedAt = performance.now();
    await Promise.all(
      events.flatMap((event) =>
        event.deliveries.map(async ({ afterMs, instance }, delivery) => {
          await sleep(Math.max(0, startedAt + event.atMs + afterMs - performance.now()));
          await this.#deliver(event, delivery, instance);
        }),
      ),
    );
  }

  async #deliver(event: PlannedEvent, delivery: number, instance: number): Promise<void> {
    const { retryScale, urls } = this.#options;
    for (const [attempt, waitMs] of [0, ...retryAfterMs].entries()) {
      await sleep(waitMs * retryScale);
      // A load balancer sends the next attempt to another instance.
      const isFinal = await this.#attempt(event, delivery, attempt + 1, ((instance - 1 + attempt) % urls.length) + 1);
      if (isFinal) return;
    }
  }

  async #attempt(planned: PlannedEvent, delivery: number, attempt: number, instance: number): Promise<boolean> {
    const { recorder, urls, apiKey } = this.#options;
    const { eventId, sharedId, event, agentEmail, phoneNumber, customerId } = planned;
    const place = { eventId, delivery, attempt };
    recorder.note({ type: 'sent', ...place, sharedId, instance, event, agentEmail, phoneNumber, customerId });
    const url = `${urls[instance - 1]}/call-events/${event}`;
    const answer = await askJson(url, { headers: { 'X-API-Key': apiKey }, body: bodyOf(planned) });
    if (answer === null) {
      recorder.note({ type: 'unanswered', ...place });
      return false;
    }
    const { status, body } = answer;
    const flag = (name: string) => (typeof body[name] === 'boolean' ? body[name] : null);
    recorder.note({
      type: 'answered',
      ...place,
      status,
      duplicate: flag('duplicate'),
      agentResolved: flag('agent_resolved'),
      callActive: flag('call_active'),
    });
    return status < 500;
  }
}

function bodyOf({ eventId, sharedId, agentEmail, phoneNumber, customerId, occurredAt }: PlannedEvent): string {
  const fields = [`"agent_email":${JSON.stringify(agentEmail)}`, `"event_id":${JSON.stringify(sharedId ?? eventId)}`];
  if (phoneNumber !== null) fields.push(`"phone_number":${JSON.stringify(phoneNumber)}`);
  if (customerId !== null) fields.push(`"customer_id":${JSON.stringify(customerId)}`);
  if (occurredAt !== null) {
    const text = 'text' in occurredAt ? occurredAt.text : new Date(Date.now() + occurredAt.skewMs).toISOString();
    fields.push(`"occurred_at":${JSON.stringify(text)}`);
  }
  // As text, so that it can be compared with the stored text.
  fields.push(`"metadata":${metadataOf(eventId)}`);
  return `{${fields.join(',')}}`;
}
