import { randomUUID } from 'node:crypto';
import type { CallEventName } from '@callside/schemas';
import type { ServiceProcess } from '@callside/test-kit';
import type { RepAtWork } from './deployment.ts';

interface Sent {
  /** The status of each attempt; 0 without an answer. */
  statuses: number[];
  slowestMs: number;
}

interface TrafficOptions {
  reps: readonly RepAtWork[];
  /** Used in turn, including servers that are down. */
  servers: readonly ServiceProcess[];
  eventsPerSecond: number;
  /** How often a sender tries, each time at the next server, until it gets a 200. */
  attempts?: number;
}

// Each start has a unique number, so that none is a resend in any order of arrival: each event leaves a row.
const events: CallEventName[] = [
  'call-started',
  'hold-started',
  'recording-paused',
  'recording-resumed',
  'hold-ended',
  'recording-paused',
  'call-started',
  'call-ended',
];

/** Diallers that send events of many reps at a constant rate until stopped. */
export class Traffic {
  readonly sent: Sent[] = [];
  readonly #options: TrafficOptions;
  readonly #underWay: Promise<unknown>[] = [];
  readonly #timer: NodeJS.Timeout;
  #count = 0;

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#next(), 1000 / options.eventsPerSecond);
  }

  /** Resolves when every event has been answered. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  #next(): void {
    const { reps } = this.#options;
    const index = this.#count;
    this.#count += 1;
    const desk = reps[index % reps.length];
    if (desk) this.#underWay.push(this.#send(desk, index));
  }

  async #send(desk: RepAtWork, index: number): Promise<void> {
    const { reps, servers, attempts = 1 } = this.#options;
    const round = Math.floor(index / reps.length);
    const event = events[round % events.length] ?? 'call-ended';
    const fields = {
      event_id: randomUUID(),
      ...(event === 'call-started' && { phone_number: `+1415555${String(index % 10_000).padStart(4, '0')}` }),
    };
    const sent: Sent = { statuses: [], slowestMs: 0 };
    this.sent.push(sent);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const server = servers[(index + attempt) % servers.length];
      if (server === undefined) return;
      const startedAt = performance.now();
      const status = await desk
        .on(server)
        .send(event, fields)
        .then(
          (answer) => answer.status,
          () => 0,
        );
      sent.statuses.push(status);
      sent.slowestMs = Math.max(sent.slowestMs, performance.now() - startedAt);
      if (status === 200) return;
    }
  }

  get statuses(): Set<number> {
    return new Set(this.sent.flatMap(({ statuses }) => statuses));
  }

  get slowestMs(): number {
    return Math.max(...this.sent.map(({ slowestMs }) => slowestMs));
  }
}
