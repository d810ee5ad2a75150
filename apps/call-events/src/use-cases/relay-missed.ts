import type { LogEntry } from '../adapters/missed-event-store.ts';
import type { LoggedEvent } from '../domain/call-event.ts';
import type { RepSnapshot } from '../domain/rep-state.ts';
import { announceAgain } from '../views/announcements.ts';
import type { TabMessage } from '../views/messages.ts';
import { type RelayedEvents, rememberedSeconds } from './relayed-events.ts';

interface Dependencies {
  audience: {
    /** Reps with tabs on this instance. */
    repsWithTabs: () => string[];
    /** Sends the messages to the rep's tabs on this instance that were connected so many seconds ago. */
    deliverTo: (userId: string, messages: readonly TabMessage[], secondsAgo: number) => void;
  };
  events: {
    readRecent: (seconds: number, userIds: readonly string[]) => Promise<LogEntry[]>;
    readEvents: (ids: readonly string[]) => Promise<LoggedEvent[]>;
  };
  repStates: { readSnapshots: (userIds: string[]) => Promise<RepSnapshot[]> };
  relayed: RelayedEvents;
  /** Whether messages of the other instances arrive, as far as this one knows. */
  isConnected: () => boolean;
  /** Called for an event that could not be sent; the others are. */
  onFailure: (eventId: string, error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
}

/** A hung Redis is noticed after 6 s. Events may be committed in another order than that of their ids. */
const marginSeconds = 15;
/** What was lost longer ago is not looked for. */
const mostSeconds = rememberedSeconds;
/** A loss is followed by looks until the messages that were in transit have arrived or are in the log. */
const looksAfterLoss = 3;
/** More than this since the last look: the process stood still. */
const longestPauseMs = 5_000;
const mostEventsALook = 2_000;
/** An event can have a megabyte. */
const eventsAPortion = 50;

/**
 * Relays the events that other instances recorded while messages between instances were lost: tabs get each with the current state, as for
 * an event that is relayed again. The end of the log is compared with the events that this instance has relayed.
 */
export class MissedEventRelay {
  readonly #dependencies: Dependencies;
  readonly #now: () => number;
  #lookedAt: number;
  #looksLeft = 0;
  #seconds = marginSeconds;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? (() => performance.now());
    this.#lookedAt = this.#now();
  }

  /** Messages of other instances were lost, the first of them so many seconds ago. */
  noteLoss(secondsAgo = 0): void {
    this.#looksLeft = looksAfterLoss;
    this.#seconds = Math.min(mostSeconds, Math.max(this.#seconds, secondsAgo + marginSeconds));
  }

  /** Must be called about every second. */
  async look(): Promise<void> {
    const { events, audience, relayed, isConnected } = this.#dependencies;
    const pauseMs = this.#now() - this.#lookedAt;
    this.#lookedAt = this.#now();
    if (pauseMs > longestPauseMs) this.noteLoss(pauseMs / 1_000);
    if (!isConnected()) this.noteLoss();
    if (this.#looksLeft === 0) return;
    const recent = await events.readRecent(this.#seconds, audience.repsWithTabs());
    const missed = recent.filter(({ id }) => !relayed.has(Number(id)));
    for (let first = 0; first < Math.min(missed.length, mostEventsALook); first += eventsAPortion) {
      await this.#relay(missed.slice(first, first + eventsAPortion));
    }
    // The rest is read at the next look.
    if (missed.length > mostEventsALook) return;
    this.#looksLeft -= 1;
    if (this.#looksLeft === 0) this.#seconds = marginSeconds;
  }

  async #relay(missed: readonly LogEntry[]): Promise<void> {
    const { audience, events, repStates, relayed, onFailure } = this.#dependencies;
    const logged = await events.readEvents(missed.map(({ id }) => id));
    const ages = new Map(missed.map(({ id, secondsAgo }) => [Number(id), secondsAgo]));
    const userIds = [...new Set(missed.map(({ userId }) => userId))];
    const reps = new Map((await repStates.readSnapshots(userIds)).map((rep) => [rep.userId, rep]));
    for (const event of logged) {
      const id = Number(event.id);
      const rep = reps.get(event.userId ?? '');
      // Its announcement may have arrived meanwhile.
      if (rep === undefined || relayed.has(id)) continue;
      relayed.add({ id, receivedAt: event.receivedAt.getTime() });
      try {
        audience.deliverTo(rep.userId, announceAgain(event, rep).tabs, ages.get(id) ?? 0);
      } catch (error) {
        onFailure(String(id), error);
      }
    }
  }
}
