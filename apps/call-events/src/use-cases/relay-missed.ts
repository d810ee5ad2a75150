import type { EventsAfter } from '../adapters/missed-event-store.ts';
import type { LoggedEvent } from '../domain/call-event.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { announceAgain } from '../views/announcements.ts';
import type { Announcement, TabMessage } from '../views/messages.ts';

interface Dependencies {
  audience: {
    /** Reps with tabs on this instance. */
    repsWithTabs: () => string[];
    /** Sends the messages to the rep's tabs on this instance that were connected at that time. */
    deliverTo: (userId: string, messages: readonly TabMessage[], connectedBy: Date) => void;
  };
  events: {
    /** A place before the end of the log. */
    readRecentPlace: () => Promise<string>;
    readAfter: (id: string, userIds: readonly string[]) => Promise<EventsAfter>;
  };
  repStates: { readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]> };
  /** Whether messages of the other instances arrive, as far as this one knows. */
  isConnected: () => boolean;
}

/** An instance notices within 6 s that Redis hangs. Events may be committed in another order than that of their ids. */
const looksBack = 15;
/** A loss is followed by looks until the messages that were in transit have arrived or are in the log. */
const looksAfterLoss = 3;

/**
 * Relays the events that other instances recorded while messages between instances were lost: tabs get each with the current state, as for
 * an event that is relayed again. The end of the log is compared with the events that this instance has relayed.
 */
export class MissedEventRelay {
  readonly #dependencies: Dependencies;
  /** Ids of events that were relayed, in two generations of `looksBack` looks each. */
  #relayed = new Set<string>();
  #relayedBefore = new Set<string>();
  #looks = 0;
  /** How far the log is known; null before the first look. */
  #knownTo: string | null = null;
  /** How far it was known at each of the last looks, the oldest first. */
  readonly #places: string[] = [];
  #looksLeft = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Must be called for each announcement that reaches this instance, also for reps without tabs here. */
  noteAnnouncement({ tabs }: Announcement): void {
    for (const message of tabs) {
      if (message.name === 'call.event' && message.payload.id !== undefined) this.#note(message.payload.id);
    }
  }

  /** Messages of other instances were lost. */
  noteLoss(): void {
    this.#looksLeft = looksAfterLoss;
  }

  /** Must be called about every second. */
  async look(): Promise<void> {
    const { events, audience, isConnected } = this.#dependencies;
    // Tabs that connected before the first look may have missed events. Those before their connection are not sent to them.
    this.#knownTo ??= await events.readRecentPlace();
    this.#places.push(this.#knownTo);
    if (this.#places.length > looksBack) this.#places.shift();
    this.#looks += 1;
    if (this.#looks % looksBack === 0) {
      this.#relayedBefore = this.#relayed;
      this.#relayed = new Set();
    }
    if (!isConnected()) this.noteLoss();
    if (this.#looksLeft === 0) return;
    const { events: found, readTo, isCut } = await events.readAfter(this.#places[0] as string, audience.repsWithTabs());
    await this.#relay(found.filter(({ id }) => id !== null && !this.#relayed.has(id) && !this.#relayedBefore.has(id)));
    if (isCut) this.#places.splice(0, this.#places.length, readTo);
    else this.#looksLeft -= 1;
    this.#knownTo = later(this.#knownTo, readTo);
  }

  async #relay(missed: readonly LoggedEvent[]): Promise<void> {
    const { audience, repStates } = this.#dependencies;
    if (missed.length === 0) return;
    const userIds = new Set(missed.flatMap(({ userId }) => userId ?? []));
    const reps = new Map((await repStates.readSnapshots([...userIds])).map((rep) => [rep.userId, rep]));
    for (const event of missed) {
      const rep = reps.get(event.userId ?? '');
      if (rep === undefined || event.id === null) continue;
      audience.deliverTo(rep.userId, announceAgain(event, rep).tabs, event.receivedAt);
      this.#note(event.id);
    }
  }

  #note(id: string): void {
    this.#relayed.add(id);
    this.#knownTo = this.#knownTo === null ? null : later(this.#knownTo, id);
  }
}

/** Of two ids of events, the one that is later in the log. */
function later(one: string, other: string): string {
  return Number(one) > Number(other) ? one : other;
}
