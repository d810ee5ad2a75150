import type { EndReason } from '@callside/schemas';

/** A call under its public reference. `onHold` and `recordingPaused` are of the live call; false for an ended one. */
export interface CallOnFile {
  reference: string;
  agentEmail: string;
  phoneNumber: string;
  /** The dialler's customer code, from the event that opened the call. */
  customerId: string | null;
  /** The code of the customer that the rep picked; '' for one without a code. */
  pickedCustomerId?: string | null;
  /** The number of the customer without a code that the rep picked. */
  pickedPhoneNumber?: string | null;
  startedAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
  onHold: boolean;
  recordingPaused: boolean;
}

/** The transcription session of a call that reads show: the one opened last. */
export interface SessionOnFile {
  id: string;
  finalizedAt: Date | null;
  endedAt: Date | null;
}
