import type { Announcement, TabMessage } from '../views/messages.ts';

/** Relayed events are remembered for at least this time. */
export const rememberedSeconds = 60;

interface RelayedEvent {
  id: number;
  /** In ms since 1970. A standby that lacked the last events gives their ids to others. */
  receivedAt: number;
}

/**
 * The events that this instance has sent to its tabs, of all instances and also of reps without tabs here. An event can be announced more
 * than once: while PostgreSQL or an instance is slow, the sweep and a retry take it for one that a crash left behind.
 */
export class RelayedEvents {
  readonly #now: () => number;
  // By id, as numbers, because there are many: the time of receipt.
  #events = new Map<number, number>();
  #eventsBefore = new Map<number, number>();
  #rotatedAt: number;

  /** `now`: a monotonic clock in milliseconds. */
  constructor({ now = () => performance.now() }: { now?: () => number } = {}) {
    this.#now = now;
    this.#rotatedAt = now();
  }

  has(id: number): boolean {
    return this.#find(id) !== undefined;
  }

  add({ id, receivedAt }: RelayedEvent): void {
    if (this.#now() - this.#rotatedAt >= rememberedSeconds * 1_000) {
      this.#rotatedAt = this.#now();
      this.#eventsBefore = this.#events;
      this.#events = new Map();
    }
    this.#events.set(id, receivedAt);
  }

  /** Must be called for each announcement before it is delivered. Returns what is to be delivered of it. */
  take(announcement: Announcement): Announcement {
    const events = announcement.tabs.flatMap((message) => eventOf(message) ?? []);
    const isRelayed = events.some(({ id, receivedAt }) => this.#find(id) === receivedAt);
    for (const event of events) this.add(event);
    return isRelayed && announcement.once ? { ...announcement, tabs: [] } : announcement;
  }

  #find(id: number): number | undefined {
    return this.#events.get(id) ?? this.#eventsBefore.get(id);
  }
}

/** null: the message is of no event of the log. */
function eventOf(message: TabMessage): RelayedEvent | null {
  if (message.name !== 'call.event' || message.payload.id === undefined) return null;
  return { id: Number(message.payload.id), receivedAt: Date.parse(message.payload.received_at) };
}
