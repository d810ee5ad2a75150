import type { CallEventName } from '@callside/schemas';
import type { CallOnFile, SessionOnFile } from '../../calls/rules/call-on-file.ts';
import type { Position } from '../../page.ts';

export interface ChatOnFile {
  id: string;
  createdAt: Date;
  call: CallOnFile;
}

/** null matches everything. */
export interface ChatFilter {
  brandId: string;
  /** In its stored form. */
  phoneNumber: string | null;
  agentEmail: string | null;
  after: Position | null;
  limit: number;
}

/** An event of a call. `metadata` is the JSON text as sent. */
export interface TimelineEvent {
  event: CallEventName;
  eventId: string | null;
  occurredAt: Date;
  receivedAt: Date;
  metadata: string;
  applied: boolean;
}

export interface Timeline {
  entries: readonly TimelineEvent[];
  /** The call has more events than these. */
  truncated: boolean;
}

export interface TranscriptChunk {
  sequence: number;
  speaker: string;
  text: string;
  startedAt: Date;
  endedAt: Date;
}

/** A position in a transcript, after this chunk. */
export interface TranscriptPosition {
  sessionId: string;
  sequence: number;
}

export interface Transcript {
  chunks: readonly TranscriptChunk[];
  /** null on the last page. */
  next: TranscriptPosition | null;
}

export interface ChatWithTranscript extends ChatOnFile {
  session: SessionOnFile | null;
  timeline: Timeline;
  transcript: Transcript;
}

export interface CallWithTimeline {
  call: CallOnFile;
  chatId: string;
  session: SessionOnFile | null;
  timeline: Timeline;
}
