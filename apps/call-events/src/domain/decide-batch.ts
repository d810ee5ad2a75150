import type { CallEventName, CustomerMatch } from '@callside/schemas';
import type { Announcement } from './announcement.ts';
import { announceEvent } from './call-audience.ts';
import { type Decision, decide, type EndReason, type StateEvent, type Transition } from './call-state.ts';
import { announcedMetadata } from './relayable-metadata.ts';
import type { LiveCall, RepSnapshot, RepState } from './rep-state.ts';

/** A parsed event with its address, number and time in their stored form. */
export interface NewCallEvent {
  brandId: string;
  event: CallEventName;
  eventId: string | null;
  /** Digest by which event ids are compared; null without an event_id. */
  eventKey: string | null;
  /** How the sender names the rep: an address or an alias. */
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
  /** The JSON text as sent. */
  metadata: string;
  /** The sender's clock; null if the sent time is missing or invalid. */
  occurredAt: Date | null;
  apiKeyId: string | null;
  /** Ids for the call that this event may open. */
  newCall: { id: string; reference: string; chatId: string };
}

/** The fields of a recorded event that a duplicate needs. */
export interface RecordedEvent {
  /** null while the same batch is still recording it. */
  id: string | null;
  event: CallEventName;
  eventId: string | null;
  userId: string | null;
  metadata: string;
  occurredAt: Date;
  receivedAt: Date;
  agentResolved: boolean;
  callActive: boolean;
  relayed: boolean;
}

/** The rows for the reps, event ids and customers of a batch, read while the reps' rows are locked. */
export interface BatchContext {
  /** The database's clock. */
  now: Date;
  /** User ids by `agentKey`: events may name one rep by address and by aliases. */
  agents: ReadonlyMap<string, string>;
  /** Those reps, by user id. */
  reps: ReadonlyMap<string, RepSnapshot>;
  /** Recorded events by `eventKeyIn`. */
  recorded: ReadonlyMap<string, RecordedEvent>;
  /** The customer of each call-started of the batch. */
  customers: ReadonlyMap<NewCallEvent, CustomerMatch>;
}

export type Verdict =
  | {
      kind: 'record';
      event: NewCallEvent;
      userId: string | null;
      callId: string | null;
      phoneNumber: string | null;
      occurredAt: Date;
      receivedAt: Date;
      agentResolved: boolean;
      callActive: boolean;
      announcement: Announcement | null;
    }
  | { kind: 'duplicate'; original: RecordedEvent }
  | { kind: 'resent'; callId: string };

export interface OpenedCall {
  call: LiveCall;
  brandId: string;
  userId: string;
  /** The rep's own address, even if the event used an alias. */
  agentEmail: string;
  chatId: string;
  /** Set when the same batch ended it. */
  ended: { at: Date; reason: EndReason } | null;
}

export interface EndedCall {
  id: string;
  at: Date;
  reason: EndReason;
}

/** What to write for a batch, and the answers: one verdict for each event, in order. */
export interface BatchDecision {
  verdicts: Verdict[];
  states: { userId: string; state: RepState }[];
  opened: OpenedCall[];
  /** Calls that earlier batches opened. */
  ended: EndedCall[];
}

/** How an event names its rep, unique across brands. */
export function agentKey(brandId: string, agentEmail: string): string {
  return `${brandId} ${agentEmail}`;
}

export function eventKeyIn(brandId: string, eventKey: string): string {
  return `${brandId} ${eventKey}`;
}

/**
 * Decides the events of a batch in order of arrival, each on the state that the previous one left.
 * Duplicates are found before the state is read, so that they cannot change it.
 */
export function decideBatch(events: readonly NewCallEvent[], context: BatchContext): BatchDecision {
  const reps = new Map(context.reps);
  const recorded = new Map(context.recorded);
  const opened = new Map<string, OpenedCall>();
  const ended: EndedCall[] = [];
  const changed = new Map<string, RepState>();

  const verdicts = events.map((event): Verdict => {
    const eventKey = event.eventKey === null ? null : eventKeyIn(event.brandId, event.eventKey);
    const original = eventKey === null ? undefined : recorded.get(eventKey);
    if (original !== undefined) return { kind: 'duplicate', original };

    const userId = context.agents.get(agentKey(event.brandId, event.agentEmail));
    const rep = userId === undefined ? undefined : reps.get(userId);
    const decision = rep && decide(rep.state, stateEventOf(event, context), context.now);
    if (decision?.outcome === 'resent' && decision.state.call !== null) {
      return { kind: 'resent', callId: decision.state.call.id };
    }
    if (rep && decision && decision.transitions.length > 0) {
      reps.set(rep.userId, { ...rep, state: decision.state });
      changed.set(rep.userId, decision.state);
      for (const transition of decision.transitions) keepCall(transition, rep, event);
    }
    const verdict = recordVerdict(event, rep, decision, context.now);
    if (eventKey !== null) recorded.set(eventKey, asRecorded(verdict));
    return verdict;
  });

  function keepCall(transition: Transition, rep: RepSnapshot, event: NewCallEvent): void {
    const { call } = transition;
    if (transition.step === 'started') {
      const { brandId, newCall } = event;
      const { userId, agentEmail } = rep;
      opened.set(call.id, { call, brandId, userId, agentEmail, chatId: newCall.chatId, ended: null });
    } else if (transition.step === 'ended') {
      const inThisBatch = opened.get(call.id);
      if (inThisBatch) inThisBatch.ended = { at: context.now, reason: transition.endReason };
      else ended.push({ id: call.id, at: context.now, reason: transition.endReason });
    }
  }

  const states = [...changed].map(([userId, state]) => ({ userId, state }));
  return { verdicts, states, opened: [...opened.values()], ended };
}

type RecordVerdict = Extract<Verdict, { kind: 'record' }>;

function recordVerdict(
  event: NewCallEvent,
  rep: RepSnapshot | undefined,
  decision: Decision | undefined,
  now: Date,
): RecordVerdict {
  const call = decision?.transitions.at(-1)?.call ?? null;
  const occurredAt = event.occurredAt ?? now;
  const { event: name, eventId } = event;
  const announcement =
    rep && decision
      ? announceEvent(
          { event: name, eventId, occurredAt, receivedAt: now, ...announcedMetadata(event.metadata) },
          { ...rep, state: decision.state },
          decision.transitions,
        )
      : null;
  return {
    kind: 'record',
    event,
    userId: rep?.userId ?? null,
    callId: call?.id ?? null,
    phoneNumber: event.phoneNumber ?? call?.phoneNumber ?? null,
    occurredAt,
    receivedAt: now,
    agentResolved: rep !== undefined,
    callActive: call !== null,
    announcement,
  };
}

function stateEventOf(received: NewCallEvent, { customers }: BatchContext): StateEvent {
  const { event, phoneNumber, customerId, newCall } = received;
  if (event !== 'call-started') return { event };
  return {
    event,
    phoneNumber: phoneNumber ?? '',
    customerId,
    customer: customers.get(received) ?? null,
    newCall: { id: newCall.id, reference: newCall.reference },
  };
}

/** Counts as relayed: the request that recorded the event relays it. */
function asRecorded({
  event,
  userId,
  occurredAt,
  receivedAt,
  agentResolved,
  callActive,
}: RecordVerdict): RecordedEvent {
  return {
    id: null,
    event: event.event,
    eventId: event.eventId,
    userId,
    metadata: event.metadata,
    occurredAt,
    receivedAt,
    agentResolved,
    callActive,
    relayed: true,
  };
}
