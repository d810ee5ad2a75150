import type { CallEventName } from '@callside/schemas';
import type { SessionOnFile } from '../../domain/call-on-file.ts';
import type { ChatOnFile, ListedChat } from './list-chats.ts';
import type { SeeSessions, SessionSeen } from './session-liveness.ts';
import { type FindMatches, withCustomers } from './with-customers.ts';

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

export interface TranscriptPiece {
  sequence: number;
  speaker: string;
  text: string;
  startedAt: Date;
  endedAt: Date;
}

/** A position in a transcript, after this piece. */
export interface TranscriptPlace {
  sessionId: string;
  sequence: number;
}

export interface Transcript {
  pieces: readonly TranscriptPiece[];
  /** null on the last page. */
  next: TranscriptPlace | null;
}

export interface ChatWithTranscript extends ChatOnFile {
  session: SessionOnFile | null;
  timeline: Timeline;
  transcript: Transcript;
}

export interface ShownChat extends ListedChat {
  session: SessionSeen | null;
  timeline: Timeline;
  transcript: Transcript;
}

interface Dependencies {
  findChat: (brandId: string, chatId: string) => Promise<ChatWithTranscript | null>;
  findMatches: FindMatches;
  seeSessions: SeeSessions;
}

/** A chat with its session, timeline, transcript and customer; null if the brand has no such id. */
export function createReadChat({ findChat, findMatches, seeSessions }: Dependencies) {
  return async function readChat(brandId: string, chatId: string): Promise<ShownChat | null> {
    const chat = await findChat(brandId, chatId);
    if (chat === null) return null;
    const [session = null] = await seeSessions([chat.session]);
    const [shown = null] = await withCustomers(findMatches, brandId, [{ ...chat, session }]);
    return shown;
  };
}
