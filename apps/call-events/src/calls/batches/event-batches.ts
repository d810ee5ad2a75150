import { createNaturalBatcher, overloaded, ServiceError, toServiceError } from '@callside/service-kit';
import type { CallEventStore } from '../calls.store.ts';
import type { NewCallEvent } from '../rules/call-event.ts';
import { agentKey, decideBatch, type EventOutcome, type HeldEvent } from '../rules/decide-batch.ts';
import { AgentTurns } from './agent-turns.ts';
import { isHeldUp, isLostRace } from './batch-faults.ts';
import type { OpenBatch } from './open-batch.store.ts';
import { RepLanes } from './rep-lanes.ts';

interface Dependencies {
  store: Pick<CallEventStore, 'begin' | 'beginWaiting'>;
  /** Called with the number of events of each batch. */
  onBatch: (events: number) => void;
  /** Called after a commit, with the time at which it was sent. */
  onCommit: (sentAt: number) => void;
  /** A monotonic clock in milliseconds. */
  now: () => number;
}

export type DecidedEvent = Exclude<EventOutcome, HeldEvent>;

/** The batch could not decide the event. `lane`: its rep, or the name of its agent if that is all that is known. */
interface LeftOut {
  kind: 'left out';
  lane: string;
}

interface Queued {
  event: NewCallEvent;
  queuedAt: number;
}

const greatestBatch = 128;
/** In UTF-16 code units. Nearly every event is smaller. */
const longestTogether = 16 * 1024;
/** Of long events, in UTF-16 code units: a batch is sent as one message, and memory holds several copies of it. */
const heaviestBatch = 512 * 1024;
/** More than an instance records in a second; further events are refused at once. */
const mostQueued = 8_000;
/** While the database is slow, an event is recorded late instead of refused: many diallers do not send again. */
const longestWaitMs = 3_000;
/** After a run that failed: while the database hangs, no request waits for two of its timeouts. */
const longestWaitAfterFailureMs = 1_000;
const attempts = 5;

/**
 * Decides and commits events: those that arrive during a batch form the next one. Long events have batches of their own, which run beside
 * the others: PostgreSQL takes tens of milliseconds for a megabyte, and a pause must not wait for another brand's metadata. A rep whose
 * row somebody else holds leaves the batch; their events wait in a lane of their own, in order, until the lane is empty.
 */
export class EventBatches {
  readonly #dependencies: Dependencies;
  readonly #recordInBatch: (queued: Queued) => Promise<DecidedEvent | LeftOut>;
  readonly #recordInLongBatch: (queued: Queued) => Promise<DecidedEvent | LeftOut>;
  readonly #lanes = new RepLanes();
  readonly #turns = new AgentTurns();
  /** By an agent's name, as the last batch found it. A batch that fails before it finds its reps has to know their lanes. */
  readonly #repOfName = new Map<string, string>();
  /** Settles after all short events that came before. */
  #lastShort: Promise<unknown> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    const options = {
      run: (queued: Queued[]) => this.#recordBatch(queued.map(({ event }) => event)),
      maxItems: greatestBatch,
      maxQueued: mostQueued,
      maxWaitMs: longestWaitMs,
      maxWaitAfterFailureMs: longestWaitAfterFailureMs,
      now: dependencies.now,
      // Any error other than an unavailable database may be caused by a single event.
      isItemFault: (error: unknown) => toServiceError(error).code !== 'unavailable',
    };
    this.#recordInBatch = createNaturalBatcher(options);
    this.#recordInLongBatch = createNaturalBatcher({
      ...options,
      maxWeight: heaviestBatch,
      weigh: ({ event }) => lengthOf(event),
    });
  }

  /** Resolves after the event is committed, or is known not to be recorded; rejects if nothing of it was recorded. */
  async record(event: NewCallEvent): Promise<DecidedEvent> {
    const queued = { event, queuedAt: this.#dependencies.now() };
    const outcome = await this.#recordInOrder(queued);
    if (outcome.kind !== 'left out') return outcome;
    return this.#lanes.run(outcome.lane, () => this.#recordAlone(queued));
  }

  /** The batches of long events and of short ones run beside each other: the events of an agent keep their order. */
  #recordInOrder(queued: Queued): Promise<DecidedEvent | LeftOut> {
    const name = nameOf(queued.event);
    const isLong = lengthOf(queued.event) > longestTogether;
    if (isLong || this.#turns.has(name)) {
      const enqueue = () => {
        if (this.#dependencies.now() - queued.queuedAt >= longestWaitMs) throw overloaded();
        return isLong ? this.#recordInLongBatch(queued) : this.#recordInBatch(queued);
      };
      return this.#turns.run(name, { isLong, before: this.#lastShort, enqueue });
    }
    const outcome = this.#recordInBatch(queued);
    this.#lastShort = outcome.catch(() => {});
    return outcome;
  }

  async #recordBatch(events: NewCallEvent[]): Promise<(DecidedEvent | LeftOut)[]> {
    this.#dependencies.onBatch(events.length);
    const names = events.map(nameOf);
    let lanes = names.map((name) => this.#repOfName.get(name) ?? name);
    try {
      const decided = await repeating(async () => {
        const batch = await this.#dependencies.store.begin(events);
        const { agents, reps } = batch.context;
        const laneOfRep = this.#lanesOf(names, agents);
        lanes = names.map((name) => laneOfRep.get(agents.get(name) ?? '') ?? name);
        // Earlier events of these reps wait in their lanes.
        const free = new Map([...reps].filter(([userId]) => !this.#lanes.has(laneOfRep.get(userId) ?? userId)));
        return this.#commit(batch, { events, reps: free });
      });
      return decided.map((outcome, index) =>
        outcome.kind === 'held' ? { kind: 'left out', lane: lanes[index] ?? '' } : outcome,
      );
    } catch (error) {
      // Alone, each waits for its own rep only.
      if (isHeldUp(error)) return lanes.map((lane) => ({ kind: 'left out', lane }));
      throw error;
    }
  }

  /** The lane of each rep: their own, or where an event waits that was left out before its rep was found. */
  #lanesOf(names: readonly string[], agents: ReadonlyMap<string, string>): Map<string, string> {
    const lanes = new Map<string, string>();
    for (const name of names) {
      const rep = agents.get(name);
      if (rep === undefined) continue;
      this.#repOfName.set(name, rep);
      if (this.#lanes.has(name)) lanes.set(rep, name);
      else if (!lanes.has(rep)) lanes.set(rep, rep);
    }
    return lanes;
  }

  async #recordAlone({ event, queuedAt }: Queued): Promise<DecidedEvent> {
    const { store, now } = this.#dependencies;
    for (;;) {
      try {
        const [outcome] = await repeating(async () => {
          const batch = await store.beginWaiting(event);
          return this.#commit(batch, { events: [event], reps: batch.context.reps });
        });
        if (outcome === undefined || outcome.kind === 'held') throw new Error('a rep was not locked');
        return outcome;
      } catch (error) {
        if (!isHeldUp(error)) throw error;
        if (now() - queuedAt >= longestWaitMs) throw heldUp(error);
      }
    }
  }

  async #commit(
    batch: OpenBatch,
    { events, reps }: { events: NewCallEvent[]; reps: OpenBatch['context']['reps'] },
  ): Promise<EventOutcome[]> {
    const { now, onCommit } = this.#dependencies;
    try {
      const decision = decideBatch(events, { ...batch.context, reps });
      const sentAt = now();
      await batch.commit(decision);
      onCommit(sentAt);
      return decision.outcomes;
    } finally {
      await batch.end();
    }
  }
}

async function repeating<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isLostRace(error) || attempt >= attempts) throw error;
    }
  }
}

/** Of what a sender may make long. */
function lengthOf({ metadata, eventId, agentEmail, customerId, phoneNumber }: NewCallEvent): number {
  return [metadata, eventId, agentEmail, customerId, phoneNumber].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

function nameOf({ brandId, agentEmail }: NewCallEvent): string {
  return agentKey(brandId, agentEmail);
}

function heldUp(cause: unknown): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: "Another transaction holds this rep's state; retry later.",
    cause,
  });
}
