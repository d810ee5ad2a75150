// The actions and observations of a run. Times (`at`, `from`, `to`) are ms since the run began, all on one clock of the harness.

export const callEventNames = [
  'call-started',
  'call-ended',
  'hold-started',
  'hold-ended',
  'recording-paused',
  'recording-resumed',
] as const;
export type CallEventName = (typeof callEventNames)[number];

/** The targets of faults. `instance` counts from 1; the recommender has no number. */
export type FaultTarget =
  | { kind: 'service'; instance: number }
  | { kind: 'recommender' }
  | { kind: 'postgres' }
  | { kind: 'redis' }
  | { kind: 'link'; instance: number | 'recommender'; to: 'postgres' | 'redis' };

export type FaultKind =
  | 'kill'
  | 'stop'
  | 'restart'
  | 'immediate stop'
  | 'flush'
  | 'lose requests'
  | 'lose answers'
  | 'lose both ways';

export interface Sent {
  type: 'sent';
  at: number;
  eventId: string;
  delivery: number;
  attempt: number;
  instance: number;
  event: CallEventName;
  agentEmail: string;
  phoneNumber: string | null;
  customerId: string | null;
}

export interface Answered {
  type: 'answered';
  at: number;
  eventId: string;
  delivery: number;
  attempt: number;
  status: number;
  /** Only in an answer 200. */
  duplicate: boolean | null;
  agentResolved: boolean | null;
  callActive: boolean | null;
}

/** No answer came: a timeout or a lost connection. */
export interface Unanswered {
  type: 'unanswered';
  at: number;
  eventId: string;
  delivery: number;
  attempt: number;
}

export type Presence = 'opening' | 'connected' | 'lost' | 'asleep' | 'awake';

export interface TabPresence {
  type: 'tab';
  at: number;
  tab: string;
  rep: string;
  instance: number;
  presence: Presence;
}

/** A message with a state, as a tab received it. */
export interface Shown {
  type: 'shown';
  at: number;
  tab: string;
  rep: string;
  /** The first message after connecting. */
  isGreeting: boolean;
  version: number;
  sequence: number;
  paused: boolean;
  /** Reference of the live call. */
  call: string | null;
  onHold: boolean;
}

/** The tab received an event. */
export interface EventShown {
  type: 'event shown';
  at: number;
  tab: string;
  rep: string;
  eventId: string;
}

/** The companion's state that a tab shows, after each change. Null: the service does not send it. */
export interface RecordingShown {
  type: 'recording shown';
  at: number;
  tab: string;
  rep: string;
  state: 'confirmed' | 'requested' | 'unknown' | null;
  sequence: number;
}

export interface CompanionPresence {
  type: 'companion';
  at: number;
  companion: string;
  rep: string;
  instance: number;
  /** `plain` follows the last state that it received; `reference` also detects that the service is silent. */
  kind: 'plain' | 'reference';
  presence: 'opening' | 'connected' | 'lost';
}

export interface Delivered {
  type: 'delivered';
  at: number;
  companion: string;
  rep: string;
  isGreeting: boolean;
  sequence: number;
  paused: boolean;
  call: string | null;
}

/** The tab or companion of an occurrence. */
export function clientOf(occurrence: TabPresence | Shown | CompanionPresence | Delivered): string {
  return 'tab' in occurrence ? occurrence.tab : occurrence.companion;
}

export interface Acknowledged {
  type: 'acknowledged';
  at: number;
  companion: string;
  rep: string;
  sequence: number;
}

export interface Recorded {
  type: 'recorded';
  at: number;
  companion: string;
  rep: string;
  from: number;
  to: number;
}

export interface FaultPhase {
  type: 'fault';
  at: number;
  fault: number;
  kind: FaultKind;
  target: FaultTarget;
  phase: 'begins' | 'ends';
}

/** The machine did not run the harness or a service although it was ready: observations may be late by this time. */
export interface Stall {
  type: 'stall';
  at: number;
  forMs: number;
}

/** Something did not happen within the harness's limit, or a service ended unexpectedly. */
export interface Missing {
  type: 'missing';
  at: number;
  what: string;
}

export interface Offered {
  type: 'offered';
  at: number;
  recommendationId: string;
}

export interface Purchased {
  type: 'purchased';
  at: number;
  recommendationId: string;
  status: number;
  /** Only in an answer 200. */
  purchaseId: string | null;
  isRecorded: boolean | null;
  /** The id of its only line; null: the confirmation has none. */
  line: string | null;
}

/** An event was sent with a key of its own. `status` null: no answer came. */
export interface KeyTried {
  type: 'key tried';
  at: number;
  key: string;
  instance: number;
  /** The revocation was answered before this event was sent. */
  isRevoked: boolean;
  status: number | null;
}

/** The session that a companion has; null: none. */
export interface SessionHeld {
  type: 'session held';
  at: number;
  companion: string;
  rep: string;
  session: string | null;
}

/** A chunk of a transcript was acknowledged. */
export interface ChunkStored {
  type: 'chunk stored';
  at: number;
  companion: string;
  rep: string;
  session: string;
  sequence: number;
  text: string;
}

export type Occurrence =
  | Sent
  | Answered
  | Unanswered
  | TabPresence
  | Shown
  | EventShown
  | RecordingShown
  | CompanionPresence
  | Delivered
  | Acknowledged
  | Recorded
  | FaultPhase
  | Stall
  | Missing
  | Offered
  | Purchased
  | KeyTried
  | SessionHeld
  | ChunkStored;

export interface EventRow {
  id: number;
  event: CallEventName;
  eventId: string | null;
  agentEmail: string;
  /** Null: no active user. */
  rep: string | null;
  /** Of the call that the event belongs to or opened. */
  call: string | null;
  phoneNumber: string | null;
  customerId: string | null;
  metadata: string;
  /** Ms since 1970, by the database's clock. */
  receivedMs: number;
  agentResolved: boolean;
  callActive: boolean;
  isRelayed: boolean;
}

export interface RepOnFile {
  rep: string;
  version: number;
  sequence: number;
  paused: boolean;
  call: string | null;
  onHold: boolean;
}

export interface CallOnFile {
  reference: string;
  rep: string;
  endReason: string | null;
}

export interface SessionOnFile {
  session: string;
  rep: string;
  /** Reference of its call. */
  call: string | null;
  isFinalized: boolean;
  /** Ms since 1970. */
  endedMs: number | null;
}

export interface ChunkOnFile {
  session: string;
  sequence: number;
  text: string;
}

export interface PurchaseOnFile {
  purchaseId: string;
  /** The ids of its lines. */
  lines: string[];
}

/** The content of the database at the end, in a quiet time. */
export interface OnFile {
  /** In order of their ids. */
  events: EventRow[];
  reps: RepOnFile[];
  calls: CallOnFile[];
  recommendations: string[];
  purchases: PurchaseOnFile[];
  sessions: SessionOnFile[];
  chunks: ChunkOnFile[];
}

export interface History {
  seed: number;
  /** Wall-clock time at 0. */
  epochMs: number;
  instances: number;
  /** Users of the brand, with their addresses. */
  reps: { rep: string; email: string }[];
  occurrences: Occurrence[];
  onFile: OnFile;
  /** When the database was read. */
  endedAt: number;
}

/** The rep of an occurrence; null: it has none, for example a fault. */
export function repOf(
  occurrence: Occurrence,
  repsByEmail: ReadonlyMap<string, string>,
  eventReps: ReadonlyMap<string, string>,
) {
  switch (occurrence.type) {
    case 'sent':
      return repsByEmail.get(occurrence.agentEmail) ?? null;
    case 'answered':
    case 'unanswered':
      return eventReps.get(occurrence.eventId) ?? null;
    case 'tab':
    case 'shown':
    case 'event shown':
    case 'recording shown':
    case 'companion':
    case 'delivered':
    case 'acknowledged':
    case 'recorded':
    case 'session held':
    case 'chunk stored':
      return occurrence.rep;
    default:
      return null;
  }
}
