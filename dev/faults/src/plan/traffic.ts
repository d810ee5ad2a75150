// The events that the diallers send in one round, drawn from the seed before the run.

import type { CallEventName } from '@callside/test-kit';
import type { Draws } from './draws.ts';

export interface PlannedDelivery {
  /** The delay after the event's own time. */
  afterMs: number;
  instance: number;
}

export interface PlannedEvent {
  atMs: number;
  eventId: string;
  /** The `event_id` of a dialler that has one for all events of a call; null: each event has its own. */
  sharedId: string | null;
  event: CallEventName;
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
  /** On the sender's own clock, which may be wrong: ms to add to the time of sending, or a text that is no time. */
  occurredAt: { skewMs: number } | { text: string } | null;
  /** The first delivery, and a second one if the dialler sends twice. Each is retried until it is answered. */
  deliveries: PlannedDelivery[];
}

interface TrafficOptions {
  draws: Draws;
  round: number;
  durationMs: number;
  emails: readonly string[];
  /** An address that belongs to no user. */
  strangerEmail: string;
  instances: number;
  /** The mean pause between two events of a rep. */
  meanGapMs: number;
}

/** In order of their times. */
export function planTraffic(options: TrafficOptions): PlannedEvent[] {
  const everybody = [...options.emails, options.strangerEmail];
  return everybody
    .flatMap((email, index) => new RepScript(options, email, index).events())
    .sort((one, other) => one.atMs - other.atMs);
}

type Move = 'start' | 'stray' | 'end' | 'supersede' | 'resend' | 'hold' | 'pause' | 'long pause' | 'resume';

class RepScript {
  readonly #options: TrafficOptions;
  readonly #email: string;
  readonly #index: number;
  readonly #events: PlannedEvent[] = [];
  #at = 0;
  #call: { phoneNumber: string; customerId: string | null; sharedId: string | null } | null = null;

  constructor(options: TrafficOptions, email: string, index: number) {
    this.#options = options;
    this.#email = email;
    this.#index = index;
  }

  events(): PlannedEvent[] {
    const { draws, durationMs } = this.#options;
    this.#wait();
    while (this.#at < durationMs) {
      this.#make(this.#nextMove());
      this.#wait();
    }
    // Sometimes an event of a rep is delayed, so that a later one arrives first.
    return this.#events
      .filter(({ atMs }) => atMs < durationMs)
      .map((event) => (draws.chance(0.06) ? { ...event, atMs: event.atMs + draws.whole(100, 2500) } : event));
  }

  #nextMove(): Move {
    const { draws } = this.#options;
    if (this.#call === null) {
      return draws.weighted([
        [12, 'start'],
        [1, 'stray'],
      ]);
    }
    return draws.weighted([
      [3, 'end'],
      [2, 'supersede'],
      [1, 'resend'],
      [4, 'hold'],
      [3, 'pause'],
      [4, 'long pause'],
      [1, 'resume'],
    ]);
  }

  #make(move: Move): void {
    const { draws } = this.#options;
    switch (move) {
      case 'start':
      case 'supersede':
        this.#call = {
          phoneNumber: `+1415${draws.whole(2_000_000, 9_999_999)}`,
          customerId: draws.chance(0.5) ? `0${draws.whole(1, 99_999)}` : null,
          sharedId: draws.chance(0.08) ? this.#nextId() : null,
        };
        this.#send('call-started');
        break;
      case 'resend':
        this.#send('call-started');
        break;
      case 'end':
        this.#send('call-ended');
        this.#call = null;
        break;
      case 'stray':
        this.#send(draws.pick(['call-ended', 'hold-started', 'hold-ended', 'recording-paused', 'recording-resumed']));
        break;
      case 'hold':
        this.#send(draws.pick(['hold-started', 'hold-ended']));
        break;
      case 'pause':
        this.#send('recording-paused');
        this.#at += draws.whole(100, 1500);
        this.#send('recording-resumed');
        break;
      case 'resume':
        this.#send('recording-resumed');
        break;
      case 'long pause':
        this.#pauseForLong();
        break;
    }
  }

  /** A pause that is longer than the limit for stopping a recording. Other instances receive hold events meanwhile. */
  #pauseForLong(): void {
    const { draws } = this.#options;
    this.#send('recording-paused');
    const until = this.#at + draws.whole(6500, 11_000);
    while (draws.chance(0.7)) {
      const at = this.#at + draws.whole(100, 3000);
      if (at >= until) break;
      this.#at = at;
      this.#send(draws.pick(['hold-started', 'hold-ended']));
    }
    this.#at = until;
    const ending = draws.weighted<CallEventName>([
      [3, 'recording-resumed'],
      [1, 'call-ended'],
    ]);
    if (ending === 'call-ended') this.#make('end');
    else this.#send(ending);
  }

  #send(event: CallEventName): void {
    const { draws } = this.#options;
    const isStart = event === 'call-started';
    this.#events.push({
      atMs: this.#at,
      eventId: this.#nextId(),
      sharedId: this.#call?.sharedId ?? null,
      event,
      agentEmail: this.#email,
      phoneNumber: isStart ? (this.#call?.phoneNumber ?? null) : null,
      customerId: isStart ? (this.#call?.customerId ?? null) : null,
      occurredAt: draws.weighted<PlannedEvent['occurredAt']>([
        [4, { skewMs: 0 }],
        [2, { skewMs: draws.whole(-86_400_000, 86_400_000) }],
        [1, { text: 'yesterday' }],
        [1, null],
      ]),
      deliveries: this.#deliveries(),
    });
  }

  #nextId(): string {
    return `round ${this.#options.round} rep ${this.#index} event ${this.#events.length}`;
  }

  #deliveries(): PlannedDelivery[] {
    const { draws } = this.#options;
    const first = { afterMs: 0, instance: this.#anyInstance() };
    if (draws.chance(0.85)) return [first];
    // The second delivery comes at once, or so late that the state has changed.
    const afterMs = draws.chance(0.4) ? draws.whole(0, 20) : draws.whole(500, 8000);
    return [first, { afterMs, instance: this.#anyInstance() }];
  }

  #anyInstance(): number {
    return this.#options.draws.whole(1, this.#options.instances);
  }

  #wait(): void {
    const { draws, meanGapMs } = this.#options;
    this.#at += Math.round(-Math.log(1 - draws.next()) * meanGapMs) + 20;
  }
}
