import type { EndReason } from '@callside/schemas';

/** A call under its public name. Hold and pause are those of the live call; an ended one has neither. */
export interface CallOnFile {
  reference: string;
  agentEmail: string;
  phoneNumber: string;
  /** The dialler's code, from the event that opened the call. */
  customerId: string | null;
  startedAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
  onHold: boolean;
  recordingPaused: boolean;
}

/** The transcription session that a call shows: the one opened last. */
export interface SessionOnFile {
  id: string;
  finalizedAt: Date | null;
  endedAt: Date | null;
}
