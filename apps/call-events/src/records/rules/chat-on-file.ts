import type { CallEventName } from '@callside/schemas';
import type { CallOnFile, SessionOnFile } from '../../calls/index.ts';
import type { Position, TranscriptPosition } from '../../page.ts';
import type { TranscriptChunk } from '../../transcription/index.ts';

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
  /** As asked: a space may have been a plus sign, which the query lost. */
  agentEmail: string | null;
  team: string | null;
  after: Position | null;
  limit: number;
}

/** A chat of the brand; with `team`, of a rep of that team. */
export interface NamedChat {
  brandId: string;
  chatId: string;
  team: string | null;
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
