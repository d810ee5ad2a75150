import type { CustomerMatch } from '@callside/schemas';
import type { OffersOnFile } from './call-offers.ts';

/** A rep's live call. `id` is internal and never leaves the service; `reference` is public. */
export interface LiveCall {
  id: string;
  reference: string;
  phoneNumber: string;
  customerId: string | null;
  /** The match at the start of the call; null for calls recorded before matching existed. */
  customer: CustomerMatch | null;
  startedAt: Date;
}

/** A call of the platform that the rep is no longer on. */
export interface PastPlatformCall {
  /** As `aircall:9101`. */
  platformCall: string;
  /** false: another call replaced it, or the end of another call ended it, so the rep may get it back. */
  hasEnded: boolean;
  /** On the sender's clock; null: it was replaced, or its end came without a time. */
  endedAt: Date | null;
  /** Whether its recording was paused when another call replaced it, or since. */
  recordingPaused: boolean;
}

/** What the service stores of a rep between events. A rep can be on only one call. */
export interface RepState {
  /** Increases by one with every start, every end and every event that applies to a live call. */
  version: number;
  call: LiveCall | null;
  /** Which call of the platform the live call is; null without a call, and if no adapter started it. */
  platformCall: string | null;
  /** When that call started, the last time if its start came again, on the sender's clock; null: it came without a time. */
  platformStartedAt: Date | null;
  /** The calls of the platform that were ended or replaced, or of which only the end came; only the last few, the newest first. */
  pastPlatformCalls: readonly PastPlatformCall[];
  onHold: boolean;
  recordingPaused: boolean;
  /** The earlier call of the platform whose pause paused the live call. Its resume resumes. null: a pause of the live call, or none. */
  pausedBy: string | null;
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
  companions: PresentCompanions;
  confirmation: RecordingConfirmed | null;
  /** Of the live call. Absent: not read, as for an event, which does not change them. */
  offers?: OffersOnFile | null;
}
