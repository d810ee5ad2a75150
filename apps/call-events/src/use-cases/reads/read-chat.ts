import type { CallEventName } from '@callside/schemas';
import type { SessionOnFile } from '../../domain/call-on-file.ts';
import type { ChatOnFile, ListedChat } from './list-chats.ts';
import type { SeeSessions, SessionSeen } from './session-liveness.ts';
import { type FindMatches, withCustomers } from './with-customers.ts';

/** An event of a call. `metadata` is JSON text as it was sent. */
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
  /** There are more than these. */
  truncated: boolean;
}

export interface TranscriptPiece {
  sequence: number;
  speaker: string;
  text: string;
  startedAt: Date;
  endedAt: Date;
}

/** After a piece of a session. */
export interface TranscriptPlace {
  sessionId: string;
  sequence: number;
}

export interface Transcript {
  pieces: readonly TranscriptPiece[];
  /** null: these are the last. */
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

/** A chat with all that it shows; null when the brand has none of that id. */
export function createReadChat({ findChat, findMatches, seeSessions }: Dependencies) {
  return async function readChat(brandId: string, chatId: string): Promise<ShownChat | null> {
    const chat = await findChat(brandId, chatId);
    if (chat === null) return null;
    const [session = null] = await seeSessions([chat.session]);
    const [shown = null] = await withCustomers(findMatches, brandId, [{ ...chat, session }]);
    return shown;
  };
}
