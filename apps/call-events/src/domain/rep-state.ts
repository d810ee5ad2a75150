import type { CustomerMatch } from '@callside/schemas';

/** A rep's live call. `id` is internal and leaves the service nowhere; `reference` is its public name. */
export interface LiveCall {
  id: string;
  reference: string;
  phoneNumber: string;
  customerId: string | null;
  /** As matched when the call began; null of a call from before there were matches. */
  customer: CustomerMatch | null;
  startedAt: Date;
}

/** What the service holds of a rep between events. A rep can be on only one call. */
export interface RepState {
  /** Rises by one with every start, every end and every event that lands on a live call. */
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

/** The companions of a rep that are connected to any server. */
export interface PresentCompanions {
  connected: number;
  /** The lowest that any of them has acknowledged last; -1 when one has not acknowledged anything, null without one. */
  acknowledgedSequence: number | null;
  /** When the last of them acknowledged. */
  acknowledgedAt: Date | null;
}

export const noCompanions: PresentCompanions = { connected: 0, acknowledgedSequence: null, acknowledgedAt: null };

/** A rep's state together with what a tab shows beside it. */
export interface RepSnapshot {
  userId: string;
  agentEmail: string;
  state: RepState;
  companions: PresentCompanions;
  confirmation: RecordingConfirmed | null;
}
