import type { CustomerMatch } from '@callside/schemas';
import type { PlatformCall } from '../../platforms/index.ts';
import { type ChangeRefusal, refuseChange } from './allowed-change.ts';
import type { CallStarted, IdentifiedEvent, LoggedEvent, NewCallEvent } from './call-event.ts';
import type { EndReason, StateEvent, Transition } from './call-state.ts';
import { decideRepEvent } from './decide-rep-event.ts';
import type { LiveCall, RepSnapshot, RepState } from './rep-state.ts';
import { type Difference, differenceOf } from './reused-event-id.ts';

/** The rows for the reps, event ids and customers of a batch, read while the reps' rows are locked. */
export interface BatchContext {
  /** The database's clock. */
  now: Date;
  /** User ids by `agentKey`: events may name one rep by address and by aliases. */
  agents: ReadonlyMap<string, string>;
  /** Those reps, by user id, without those whose row somebody else holds. */
  reps: ReadonlyMap<string, RepSnapshot>;
  /** By user id, the calls of platforms of the reps that may have any. */
  platformCalls: ReadonlyMap<string, readonly PlatformCall[]>;
  /** Recorded events by `eventKeyIn`. */
  recorded: ReadonlyMap<string, IdentifiedEvent>;
  /** The customer of each call-started of the batch. */
  customers: ReadonlyMap<CallStarted, CustomerMatch>;
  /** Events whose key was to be confirmed, and may no longer be used. */
  refusedKeys: ReadonlySet<NewCallEvent>;
  /** Ids of those live calls of the reps that the test panel opened. Empty unless an event of the batch asks for it. */
  testCalls: ReadonlySet<string>;
}

/** An event that is new. `logged` has an id once the batch is committed. */
export interface RecordedEvent {
  kind: 'recorded';
  event: NewCallEvent;
  logged: IdentifiedEvent;
  callId: string | null;
  /** Of the event, or of the call that it applies to. */
  phoneNumber: string | null;
  /** The rep with their state after the event; null: no active user has this name. */
  rep: RepSnapshot | null;
  transitions: readonly Transition[];
}

/** Not recorded: an owner sent the event, and it would change a live call that it must not change. */
export interface RefusedEvent {
  kind: 'refused';
  rep: RepSnapshot;
  refusal: ChangeRefusal;
}

export interface UnconfirmedEvent {
  kind: 'unconfirmed';
}

/** Not decided yet: somebody else holds the rep's row, or earlier events of the rep wait for it. */
export interface HeldEvent {
  kind: 'held';
}

/** `reusedBy`: the event and its difference, if it is no retry of the event on file with its id. */
export interface DuplicateEvent {
  kind: 'duplicate';
  logged: LoggedEvent;
  reusedBy: { event: NewCallEvent; differs: Difference } | null;
}

/**
 * The result of an event: recorded, a duplicate of an event of the log, once more the start of the rep's live call, refused,
 * or not considered, because the sender's key was not confirmed.
 */
export type EventOutcome =
  | RecordedEvent
  | DuplicateEvent
  | { kind: 'resent'; rep: RepSnapshot }
  | RefusedEvent
  | HeldEvent
  | UnconfirmedEvent;

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

/** The new state of a rep. */
export interface SavedState {
  userId: string;
  position: number;
  state: RepState;
  /** By the database's clock. */
  changedAt: Date;
}

export interface EndedCall {
  id: string;
  at: Date;
  reason: EndReason;
}

/** What to write for a batch, and the outcome of each event, in order. */
export interface BatchDecision {
  outcomes: EventOutcome[];
  states: Omit<SavedState, 'changedAt'>[];
  platformCalls: { userId: string; before: readonly PlatformCall[]; after: readonly PlatformCall[] }[];
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

/** What the events of a batch have changed so far. */
interface Progress {
  /** By user id. */
  reps: Map<string, RepSnapshot>;
  /** By user id. */
  platformCalls: Map<string, readonly PlatformCall[]>;
  /** By `eventKeyIn`. */
  recorded: Map<string, IdentifiedEvent>;
  testCalls: Set<string>;
  changed: Set<string>;
  opened: Map<string, OpenedCall>;
  ended: EndedCall[];
}

/**
 * Decides the events of a batch in order of arrival, each on the state that the previous one left.
 * Duplicates are found before the state is read, so that they cannot change it.
 */
export function decideBatch(events: readonly NewCallEvent[], context: BatchContext): BatchDecision {
  const progress: Progress = {
    reps: new Map(context.reps),
    platformCalls: new Map(context.platformCalls),
    recorded: new Map(context.recorded),
    testCalls: new Set(context.testCalls),
    changed: new Set(),
    opened: new Map(),
    ended: [],
  };
  const outcomes = events.map((event): EventOutcome => {
    if (context.refusedKeys.has(event)) return { kind: 'unconfirmed' };
    const eventKey = event.eventKey === null ? null : eventKeyIn(event.brandId, event.eventKey);
    const userId = context.agents.get(agentKey(event.brandId, event.agentEmail));
    const logged = eventKey === null ? undefined : progress.recorded.get(eventKey);
    if (logged !== undefined) {
      const differs = differenceOf(logged, event, userId ?? null);
      return { kind: 'duplicate', logged, reusedBy: differs === null ? null : { event, differs } };
    }

    const rep = userId === undefined ? undefined : progress.reps.get(userId);
    if (userId !== undefined && rep === undefined) return { kind: 'held' };
    const outcome = rep ? decideForRep(event, rep, { context, progress }) : recordEvent(event, context.now);
    if (eventKey !== null && outcome.kind === 'recorded') progress.recorded.set(eventKey, outcome.logged);
    return outcome;
  });
  const states = [...progress.changed].flatMap((userId) => {
    const rep = progress.reps.get(userId);
    return rep ? [{ userId, position: rep.position, state: rep.state }] : [];
  });
  const platformCalls = [...progress.platformCalls].map(([userId, after]) => {
    return { userId, before: context.platformCalls.get(userId) ?? [], after };
  });
  return { outcomes, states, platformCalls, opened: [...progress.opened.values()], ended: progress.ended };
}

function decideForRep(
  event: NewCallEvent,
  rep: RepSnapshot,
  { context, progress }: { context: BatchContext; progress: Progress },
): EventOutcome {
  const { call } = rep.state;
  const calls = progress.platformCalls.get(rep.userId);
  const { decision, platformCalls } = decideRepEvent(
    { state: rep.state, platformCalls: calls },
    { ...event, ...stateEventOf(event, context) },
    context.now,
  );
  const isTestCall = call !== null && progress.testCalls.has(call.id);
  const refusal = event.allowedChange && refuseChange(event.allowedChange, { call, isTestCall, decision });
  if (refusal) return { kind: 'refused', rep, refusal };

  const isRecorded = decision.outcome !== 'resent' || call === null;
  // Assigned while the row of the rep is locked: the log of a rep has no gaps.
  const after = { ...rep, position: rep.position + (isRecorded ? 1 : 0), state: decision.state };
  if (isRecorded) {
    progress.reps.set(rep.userId, after);
    progress.changed.add(rep.userId);
  }
  if (platformCalls) progress.platformCalls.set(rep.userId, platformCalls);
  for (const transition of decision.transitions) keepCall(transition, { event, rep, now: context.now, progress });
  if (!isRecorded) return { kind: 'resent', rep: after };
  return recordEvent(event, context.now, { rep: after, transitions: decision.transitions });
}

function keepCall(
  transition: Transition,
  { event, rep, now, progress }: { event: NewCallEvent; rep: RepSnapshot; now: Date; progress: Progress },
): void {
  const { call } = transition;
  if (transition.step === 'started' && event.event === 'call-started') {
    const { brandId, newCall } = event;
    const { userId, agentEmail } = rep;
    if (event.isTest) progress.testCalls.add(call.id);
    progress.opened.set(call.id, { call, brandId, userId, agentEmail, chatId: newCall.chatId, ended: null });
  } else if (transition.step === 'ended') {
    const inThisBatch = progress.opened.get(call.id);
    const end = { at: now, reason: transition.endReason };
    if (inThisBatch) inThisBatch.ended = end;
    else progress.ended.push({ id: call.id, ...end });
  }
}

function recordEvent(
  event: NewCallEvent,
  now: Date,
  { rep, transitions }: Pick<RecordedEvent, 'rep' | 'transitions'> = { rep: null, transitions: [] },
): RecordedEvent {
  const call = transitions.at(-1)?.call ?? null;
  const logged: IdentifiedEvent = {
    id: null,
    event: event.event,
    eventId: event.eventId,
    userId: rep?.userId ?? null,
    agentEmail: event.agentEmail,
    metadata: event.metadata,
    occurredAt: event.occurredAt ?? now,
    occurredAtSent: event.occurredAt !== null,
    receivedAt: now,
    agentResolved: rep !== null,
    callActive: call !== null,
    position: rep?.position ?? null,
  };
  const phoneNumber = event.phoneNumber ?? call?.phoneNumber ?? null;
  return { kind: 'recorded', event, logged, callId: call?.id ?? null, phoneNumber, rep, transitions };
}

function stateEventOf(event: NewCallEvent, { customers }: BatchContext): StateEvent {
  return event.event === 'call-started' ? { ...event, customer: customers.get(event) ?? null } : event;
}
