import type { CallEventResponse } from '@callside/schemas';
import type { Logger } from '@callside/service-kit';
import { type DecidedEvent, EventBatches } from './batches/event-batches.ts';
import type { CallEventStore } from './calls.store.ts';
import type { LoggedEvent, NewCallEvent } from './rules/call-event.ts';
import type { DuplicateEvent, RecordedEvent, RefusedEvent, UnconfirmedEvent } from './rules/decide-batch.ts';

/** What the recorder needs of delivery. */
export interface EventDelivery {
  /** Sends what was recorded to the rep. Resolves to the number of tabs that this instance sent it to. */
  announceEvent: (recorded: RecordedEvent) => Promise<number> | number;
  /** Delivers what the sockets of this instance lack up to a position, and resolves to the number of tabs that were behind it. */
  deliverUpTo: (userId: string, position: number) => Promise<number>;
  /** Sends the current recording state again, for an event of the log whose retry has come. */
  deliverAgain: (logged: LoggedEvent) => Promise<number>;
  /** The database answered a commit that was sent at this time, by a monotonic clock. */
  noteCommit: (sentAt: number) => void;
}

interface Dependencies {
  store: Pick<CallEventStore, 'begin' | 'beginWaiting'>;
  delivery: EventDelivery;
  /** A live call has opened, and its start was announced. Nothing waits for it; it must not throw. */
  onOpened: (brandId: string, callReference: string) => void;
  /** `later` has the id of the recorded event `first`, and is no retry of it. Awaited; must not reject. */
  onReusedId: (first: LoggedEvent, later: NonNullable<DuplicateEvent['reusedBy']>) => Promise<void>;
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
  /** Runs and measures the delivery of the event. */
  relay: <Delivered>(send: () => Delivered) => Delivered;
}

/** An event that is in the log, or whose call is. */
type PlacedEvent = Exclude<DecidedEvent, RefusedEvent | UnconfirmedEvent>;

/** Records the events of calls, then informs the reps. */
export class CallEventRecorder {
  readonly #dependencies: Dependencies;
  readonly #batches: EventBatches;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const { store, delivery, metrics, now = () => performance.now() } = dependencies;
    this.#batches = new EventBatches({
      store,
      now,
      onBatch: (size) => metrics.batchSizes.observe(size),
      onCommit: (sentAt) => delivery.noteCommit(sentAt),
    });
  }

  /**
   * Resolves after the event is committed; rejects if nothing of it was recorded, with UnconfirmedKey if only the key is why. The
   * order matters: a crash cannot undo what was announced, and what is recorded and was not announced is found in the log.
   */
  async record(event: NewCallEvent): Promise<CallEventResponse> {
    const outcome = await this.recordIfAllowed(event);
    if ('refused' in outcome) throw new Error('only an event with an allowed change can be refused');
    return outcome.recorded;
  }

  /** As `record`. `refused`: the event has an `allowedChange`, and would change another live call; nothing was recorded. */
  async recordIfAllowed(event: NewCallEvent): Promise<{ recorded: CallEventResponse } | { refused: RefusedEvent }> {
    const { outcome, progress } = await this.#place(event);
    if (outcome.kind === 'refused') return { refused: outcome };
    return { recorded: await this.#answer(outcome, progress) };
  }

  async #place(event: NewCallEvent) {
    const { metrics } = this.#dependencies;
    const progress = metrics.startRecording();
    const outcome = await this.#batches.record(event).catch((error: unknown) => {
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
      outcome.kind === 'recorded' ? await this.#announce(outcome, progress) : await this.#repeat(outcome);
    if (outcome.kind === 'duplicate' && outcome.reusedBy !== null) {
      await this.#dependencies.onReusedId(outcome.logged, outcome.reusedBy);
    }
    return {
      accepted: true,
      duplicate: outcome.kind !== 'recorded',
      // The start of a live call came again.
      agent_resolved: outcome.kind === 'resent' || outcome.logged.agentResolved,
      call_active: outcome.kind === 'resent' || outcome.logged.callActive,
      delivered_sockets: deliveredSockets,
    };
  }

  /** A failure does not fail the request: the event is committed, and the next look finds it. */
  async #announce(recorded: RecordedEvent, progress: RecordingProgress): Promise<number> {
    const { delivery, logger } = this.#dependencies;
    try {
      if (recorded.rep === null) return 0;
      const delivered = progress.relay(() => delivery.announceEvent(recorded));
      this.#tellOpened(recorded);
      return await delivered;
    } catch (error) {
      logger.error({ err: error }, 'a recorded event could not be announced yet');
      return 0;
    }
  }

  #tellOpened({ event, rep, transitions }: RecordedEvent): void {
    const last = transitions.at(-1);
    if (rep !== null && last?.step === 'started') this.#dependencies.onOpened(event.brandId, last.call.reference);
  }

  /** Delivers what the tabs may lack; for a recording control the current recording state again. A failure does not fail the request. */
  async #repeat(outcome: Exclude<PlacedEvent, RecordedEvent>): Promise<number> {
    const { delivery, logger } = this.#dependencies;
    try {
      if (outcome.kind === 'resent') return await delivery.deliverUpTo(outcome.rep.userId, outcome.rep.position);
      const { userId, position } = outcome.logged;
      if (userId === null || position === null) return 0;
      return (await delivery.deliverUpTo(userId, position)) || (await delivery.deliverAgain(outcome.logged));
    } catch (error) {
      logger.warn({ err: error }, 'a duplicate could not be sent again');
      return 0;
    }
  }
}
