import type { CallEventResponse } from '@callside/schemas';
import { createNaturalBatcher, type Logger, toServiceError } from '@callside/service-kit';
import type { CallEventStore } from '../adapters/call-event-store.ts';
import type { CallStarted, LoggedEvent, NewCallEvent } from '../domain/call-event.ts';
import { controlsRecording } from '../domain/call-state.ts';
import {
  decideBatch,
  type EventOutcome,
  type OutdatedEvent,
  type RecordedEvent,
  type RefusedEvent,
  type UnconfirmedEvent,
} from '../domain/decide-batch.ts';
import { announceEvent } from '../views/announcements.ts';
import type { Announcement } from '../views/messages.ts';
import { type RelayAgain, relayAgain } from './relay-again.ts';
import { RepeatBatch } from './repeat-batch.ts';

interface Dependencies extends RelayAgain {
  store: Pick<CallEventStore, 'begin' | 'findUnrelayedStart'>;
  /** Sends to a rep's tabs and companions; returns the number of tabs of this instance. Never throws. */
  relay: (announcement: Announcement) => number;
  /** A live call has opened, and its start was announced. Nothing waits for it; it must not throw. */
  onOpened: (brandId: string, callReference: string) => void;
  metrics: {
    batchSizes: { observe: (events: number) => void };
    /** A recorded event whose agent is no active user. */
    countUnresolved: (event: NewCallEvent['event']) => void;
    startRecording: () => RecordingProgress;
  };
  logger: Logger;
  /** The clock of the queue, monotonic, in milliseconds. Default: that of the process. */
  now?: () => number;
}

/** Nothing of the event was recorded: its key was usable a moment ago, and is not now. */
export class UnconfirmedKey extends Error {}

/** Measures one event. Either `committed` or `failed` is called, once. */
export interface RecordingProgress {
  committed: () => void;
  failed: (error: unknown) => void;
  /** Runs and measures the relay of the event. */
  relay: (send: () => number) => number;
}

/** An event that is in the log, or whose call is. */
type PlacedEvent = Exclude<EventOutcome, RefusedEvent | OutdatedEvent | UnconfirmedEvent>;

const greatestBatch = 128;
/** In UTF-16 code units of metadata: a batch is sent as one message, and memory holds several copies of it. */
const heaviestBatch = 4 * 1024 * 1024;
/** More than an instance records in a second; further events are refused at once. */
const mostQueued = 8_000;
/** While the database is slow, an event is recorded late instead of refused: many diallers do not send again. */
const longestWaitMs = 3_000;
/** After a run that failed: while the database hangs, no request waits for two of its timeouts. */
const longestWaitAfterFailureMs = 1_000;
const attempts = 5;

/** Records the events of calls, then informs the reps. Events that arrive during a batch form the next one. */
export class CallEventRecorder {
  readonly #dependencies: Dependencies;
  readonly #recordInBatch: (event: NewCallEvent) => Promise<EventOutcome>;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#recordInBatch = createNaturalBatcher({
      run: (events) => this.#recordBatch(events),
      maxItems: greatestBatch,
      maxWeight: heaviestBatch,
      weigh: ({ metadata }) => metadata.length,
      maxQueued: mostQueued,
      maxWaitMs: longestWaitMs,
      maxWaitAfterFailureMs: longestWaitAfterFailureMs,
      ...(dependencies.now && { now: dependencies.now }),
      // Any error other than an unavailable database may be caused by a single event.
      isItemFault: (error) => toServiceError(error).code !== 'unavailable',
    });
  }

  /**
   * Resolves after the event is committed; rejects if nothing of it was recorded, with UnconfirmedKey if only the key is why. The
   * order matters: a crash cannot undo what was announced, and a recorded event that is not marked as relayed is sent again.
   */
  async record(event: NewCallEvent): Promise<CallEventResponse> {
    const outcome = await this.recordIfAllowed(event);
    if ('refused' in outcome) throw new Error('only an event with an allowed change can be refused');
    return outcome.recorded;
  }

  /** As `record`. null: the adopted call lacks a newer event of its address; nothing was recorded. */
  async adopt(event: CallStarted): Promise<CallEventResponse | null> {
    const { outcome, progress } = await this.#place(event);
    if (outcome.kind === 'refused') throw new Error('only an event with an allowed change can be refused');
    return outcome.kind === 'outdated' ? null : this.#answer(outcome, progress);
  }

  /** As `record`. `refused`: the event has an `allowedChange`, and would change another live call; nothing was recorded. */
  async recordIfAllowed(event: NewCallEvent): Promise<{ recorded: CallEventResponse } | { refused: RefusedEvent }> {
    const { outcome, progress } = await this.#place(event);
    if (outcome.kind === 'outdated') throw new Error('only an adopted call can be outdated');
    if (outcome.kind === 'refused') return { refused: outcome };
    return { recorded: await this.#answer(outcome, progress) };
  }

  async #place(event: NewCallEvent) {
    const { metrics } = this.#dependencies;
    const progress = metrics.startRecording();
    const outcome = await this.#recordInBatch(event).catch((error: unknown) => {
      progress.failed(error);
      throw error;
    });
    if (outcome.kind === 'unconfirmed') {
      const error = new UnconfirmedKey('the key of the event is no longer usable');
      progress.failed(error);
      throw error;
    }
    progress.committed();
    if (outcome.kind === 'recorded' && !outcome.logged.agentResolved) metrics.countUnresolved(event.event);
    return { outcome, progress };
  }

  async #answer(outcome: PlacedEvent, progress: RecordingProgress): Promise<CallEventResponse> {
    const deliveredSockets =
      outcome.kind === 'recorded' ? this.#announce(outcome, progress) : await this.#repeat(outcome);
    return {
      accepted: true,
      duplicate: outcome.kind !== 'recorded',
      // The start of a live call came again.
      agent_resolved: outcome.kind === 'resent' || outcome.logged.agentResolved,
      call_active: outcome.kind === 'resent' || outcome.logged.callActive,
      delivered_sockets: deliveredSockets,
    };
  }

  async #recordBatch(events: NewCallEvent[]): Promise<EventOutcome[]> {
    this.#dependencies.metrics.batchSizes.observe(events.length);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#decideAndCommit(events);
      } catch (error) {
        if (!(error instanceof RepeatBatch)) throw error;
        // The cause has the SQLSTATE for the log.
        if (attempt >= attempts) throw error.cause;
      }
    }
  }

  async #decideAndCommit(events: NewCallEvent[]): Promise<EventOutcome[]> {
    const batch = await this.#dependencies.store.begin(events);
    try {
      const decision = decideBatch(events, batch.context);
      await batch.commit(decision);
      return decision.outcomes;
    } finally {
      await batch.end();
    }
  }

  /** A failure does not fail the request: the event is committed, and the sweep finds that it is not marked. */
  #announce(recorded: RecordedEvent, progress: RecordingProgress): number {
    const { relay, marks, logger } = this.#dependencies;
    try {
      const announcement = announceEvent(recorded);
      if (announcement === null) return 0;
      const deliveredSockets = progress.relay(() => relay(announcement));
      this.#tellOpened(recorded);
      if (recorded.logged.id !== null) marks.mark(recorded.logged.id, deliveredSockets);
      return deliveredSockets;
    } catch (error) {
      logger.error({ err: error }, 'a recorded event could not be announced yet');
      return 0;
    }
  }

  #tellOpened({ event, rep, transitions }: RecordedEvent): void {
    const last = transitions.at(-1);
    if (rep !== null && last?.step === 'started') this.#dependencies.onOpened(event.brandId, last.call.reference);
  }

  /** Sends the rep their current state if they may have missed the event. A failure does not fail the request. */
  async #repeat(outcome: Exclude<PlacedEvent, RecordedEvent>): Promise<number> {
    const { store, logger } = this.#dependencies;
    try {
      const logged = outcome.kind === 'resent' ? await store.findUnrelayedStart(outcome.callId) : outcome.logged;
      return logged && isRepeated(logged) ? await relayAgain(logged, this.#dependencies) : 0;
    } catch (error) {
      logger.warn({ err: error }, 'a duplicate could not be sent again');
      return 0;
    }
  }
}

/** A duplicate is sent if its original was not, or if it is a recording control: page and companion must agree. */
function isRepeated({ relayed, event }: LoggedEvent): boolean {
  return !relayed || controlsRecording(event);
}
