import type { CallEventName } from '@callside/test-kit';

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
  /** In the log of the rep; null without a rep. */
  position: number | null;
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

/** Another event came with the id of one on file. */
export interface ReusedIdOnFile {
  eventId: string;
  /** What came. */
  event: CallEventName;
}

/** The content of the database at the end, in a quiet time. */
export interface OnFile {
  /** In order of their ids. */
  events: EventRow[];
  reps: RepOnFile[];
  calls: CallOnFile[];
  reusedIds: ReusedIdOnFile[];
  recommendations: string[];
  purchases: PurchaseOnFile[];
  sessions: SessionOnFile[];
  chunks: ChunkOnFile[];
}
