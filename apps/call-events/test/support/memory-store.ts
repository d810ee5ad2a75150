import type { IdentifiedEvent, NewCallEvent } from '../../src/calls/rules/call-event.ts';
import { initialRepState } from '../../src/calls/rules/call-state.ts';
import {
  agentKey,
  type BatchContext,
  type BatchDecision,
  decideBatch,
  eventKeyIn,
  type RecordedEvent,
} from '../../src/calls/rules/decide-batch.ts';
import type { RepSnapshot, RepState } from '../../src/calls/rules/rep-state.ts';
import type { PlatformCall } from '../../src/platforms/rules/platform-call.ts';
import { customerOf } from './customers-on-file.ts';
import { noCompanions } from './no-companions.ts';

/** The stored state between batches that a decision needs. */
export class MemoryStore {
  readonly reps = new Map<string, RepSnapshot>();
  /** By user id. */
  readonly platformCalls = new Map<string, readonly PlatformCall[]>();
  readonly recorded = new Map<string, IdentifiedEvent>();
  readonly log: RecordedEvent[] = [];
  /** The end reason of each call id; null while live. */
  readonly calls = new Map<string, string | null>();
  /** Digests of keys that may no longer be used. */
  readonly unusableKeys = new Set<string>();

  /** User ids by the names that events may use. */
  readonly #agents = new Map<string, string>();

  constructor(reps: readonly { brandId: string; agentEmail: string; aliases?: readonly string[] }[]) {
    for (const { brandId, agentEmail, aliases = [] } of reps) {
      const userId = `user ${agentKey(brandId, agentEmail)}`;
      this.reps.set(agentKey(brandId, agentEmail), {
        userId,
        agentEmail,
        position: 0,
        state: initialRepState,
        recordingBy: 'companion',
        companions: noCompanions,
        confirmation: null,
      });
      this.platformCalls.set(userId, []);
      for (const name of [agentEmail, ...aliases]) this.#agents.set(agentKey(brandId, name), userId);
    }
  }

  stateOf(brandId: string, agentEmail: string): RepState {
    const rep = this.reps.get(agentKey(brandId, agentEmail));
    if (rep === undefined) throw new Error('there is no such rep');
    return rep.state;
  }

  /** Decides a batch and stores the result. */
  record(events: readonly NewCallEvent[], now: Date): BatchDecision {
    const decision = decideBatch(events, this.contextOf(events, now));
    this.keepDecision(decision);
    return decision;
  }

  contextOf(events: readonly NewCallEvent[], now: Date): BatchContext {
    const starts = events.filter((event) => event.event === 'call-started');
    const customers = new Map(starts.map((start) => [start, customerOf(start)]));
    const reps = new Map([...this.reps.values()].map((rep) => [rep.userId, rep]));
    const refusedKeys = new Set(events.filter(({ keyToConfirm }) => this.unusableKeys.has(keyToConfirm?.digest ?? '')));
    return {
      now,
      agents: this.#agents,
      reps,
      platformCalls: this.platformCalls,
      recorded: this.recorded,
      customers,
      refusedKeys,
      testCalls: new Set(),
    };
  }

  keepDecision(decision: BatchDecision): void {
    for (const { userId, position, state } of decision.states) {
      for (const [key, rep] of this.reps) if (rep.userId === userId) this.reps.set(key, { ...rep, position, state });
    }
    for (const { userId, after } of decision.platformCalls) this.platformCalls.set(userId, after);
    for (const { id, reason } of decision.ended) {
      if (this.calls.get(id) !== null) throw new Error('only a live call of an earlier batch can be ended');
      this.calls.set(id, reason);
    }
    for (const { call, ended } of decision.opened) this.calls.set(call.id, ended?.reason ?? null);
    for (const outcome of decision.outcomes) if (outcome.kind === 'recorded') this.#keep(outcome);
  }

  #keep(recorded: RecordedEvent): void {
    const { event, logged } = recorded;
    this.log.push(recorded);
    logged.id = String(this.log.length);
    if (event.eventKey !== null) this.recorded.set(eventKeyIn(event.brandId, event.eventKey), logged);
  }
}
