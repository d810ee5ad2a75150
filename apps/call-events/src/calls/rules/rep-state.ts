import type { CustomerMatch, RecordingBy } from '@callside/schemas';
import type { OffersOnFile } from '../../offers/index.ts';

/** A rep's live call. `id` is internal and never leaves the service; `reference` is public. */
export interface LiveCall {
  id: string;
  reference: string;
  phoneNumber: string;
  customerId: string | null;
  /** The match at the start of the call, or whom the rep picked since. */
  customer: CustomerMatch | null;
  startedAt: Date;
}

/** What the service stores of a rep between events. A rep can be on only one call. */
export interface RepState {
  /** Increases by one with every start, every end and every event that applies to a live call. */
  version: number;
  call: LiveCall | null;
  onHold: boolean;
  recordingPaused: boolean;
  recordingSequence: number;
}

/** The companion's acknowledgement of a recording state. */
export interface RecordingConfirmed {
  sequence: number;
  paused: boolean;
  confirmedAt: Date;
}

/** The companions of a rep, on all instances. */
export interface PresentCompanions {
  connected: number;
  /** Those that were lost without leaving, so recently that they may be recording. */
  lost: number;
  /** The lowest of their last acknowledged sequences; -1 if one has acknowledged nothing; null without companions. */
  acknowledgedSequence: number | null;
  /** The time of the latest acknowledgement. */
  acknowledgedAt: Date | null;
}

/** A rep's state and the other data that a tab shows. */
export interface RepSnapshot {
  userId: string;
  agentEmail: string;
  /** Of the rep's last event, also of one without a live call; 0 before the first. */
  position: number;
  state: RepState;
  /** Who records the calls of the brand. */
  recordingBy: RecordingBy;
  companions: PresentCompanions;
  confirmation: RecordingConfirmed | null;
  /** Of the live call. Absent: not read, as for an event, which does not change them. */
  offers?: OffersOnFile | null;
}
