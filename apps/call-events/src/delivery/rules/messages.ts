import type {
  CallEventMessage,
  CallNotesMessage,
  CallOffers,
  CallReference,
  CallStateMessage,
  CompanionPresence,
  RecordingConfirmation,
  RecordingState,
  TranscriptChunkMessage,
} from '@callside/schemas';

export type TabMessage =
  | { name: 'call.event'; payload: CallEventMessage }
  | { name: 'call.state'; payload: CallStateMessage }
  | { name: 'recording.confirmation'; payload: RecordingConfirmation }
  | { name: 'companion.presence'; payload: CompanionPresence }
  | { name: 'offers'; payload: CallOffers }
  | { name: 'transcript.chunk'; payload: TranscriptChunkMessage }
  | { name: 'call.notes'; payload: CallNotesMessage };

export type CompanionMessage =
  | { name: 'recording.state'; payload: RecordingState }
  | { name: 'call.started'; payload: CallReference }
  | { name: 'call.ended'; payload: CallReference };

/** What one event, or something else, says to one rep's tabs and companions, in order. */
export interface Announcement {
  userId: string;
  /** Of the event in the rep's log; null: it is no event of the log. */
  position: number | null;
  /** What is no event follows the events up to this position. */
  after: number;
  tabs: TabMessage[];
  companion: CompanionMessage[];
}
