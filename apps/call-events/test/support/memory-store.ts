import { initialRepState } from '../../src/domain/call-state.ts';
import {
  agentKey,
  type BatchDecision,
  decideBatch,
  eventKeyIn,
  type NewCallEvent,
  type RecordedEvent,
  type Verdict,
} from '../../src/domain/decide-batch.ts';
import { noCompanions, type RepSnapshot, type RepState } from '../../src/domain/rep-state.ts';
import { customerOf } from './customers-on-file.ts';

type RecordVerdict = Extract<Verdict, { kind: 'record' }>;

/** The stored state between batches that a decision needs. */
export class MemoryStore {
  readonly reps = new Map<string, RepSnapshot>();
  readonly recorded = new Map<string, RecordedEvent>();
  readonly log: RecordVerdict[] = [];
  /** The end reason of each call id; null while live. */
  readonly calls = new Map<string, string | null>();

  /** User ids by the names that events may use. */
  readonly #agents = new Map<string, string>();

  constructor(reps: readonly { brandId: string; agentEmail: string; aliases?: readonly string[] }[]) {
    for (const { brandId, agentEmail, aliases = [] } of reps) {
      const userId = `user ${agentKey(brandId, agentEmail)}`;
      this.reps.set(agentKey(brandId, agentEmail), {
        userId,
        agentEmail,
        state: initialRepState,
        companions: noCompanions,
        confirmation: null,
      });
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
    const customers = new Map(
      events.map((event) => [event, customerOf({ ...event, phoneNumber: event.phoneNumber ?? '' })]),
    );
    const reps = new Map([...this.reps.values()].map((rep) => [rep.userId, rep]));
    const context = { now, agents: this.#agents, reps, recorded: this.recorded, customers };
    const decision = decideBatch(events, context);
    for (const { userId, state } of decision.states) {
      for (const [key, rep] of this.reps) if (rep.userId === userId) this.reps.set(key, { ...rep, state });
    }
    for (const { id, reason } of decision.ended) {
      if (this.calls.get(id) !== null) throw new Error('only a live call of an earlier batch can be ended');
      this.calls.set(id, reason);
    }
    for (const { call, ended } of decision.opened) this.calls.set(call.id, ended?.reason ?? null);
    for (const verdict of decision.verdicts) if (verdict.kind === 'record') this.keep(verdict);
    return decision;
  }

  private keep(verdict: RecordVerdict): void {
    const { event, userId, occurredAt, receivedAt, agentResolved, callActive } = verdict;
    this.log.push(verdict);
    if (event.eventKey === null) return;
    this.recorded.set(eventKeyIn(event.brandId, event.eventKey), {
      id: String(this.log.length),
      event: event.event,
      eventId: event.eventId,
      userId,
      metadata: event.metadata,
      occurredAt,
      receivedAt,
      agentResolved,
      callActive,
      relayed: true,
    });
  }
}
