import type {
  CallEventMessage,
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
  | { name: 'transcript.chunk'; payload: TranscriptChunkMessage };

export type CompanionMessage =
  | { name: 'recording.state'; payload: RecordingState }
  | { name: 'call.started'; payload: CallReference }
  | { name: 'call.ended'; payload: CallReference };

/** All messages that one event causes for one rep's tabs and companion, in order. */
export interface Announcement {
  userId: string;
  /** The rep's version after the event; null: it concerns no version. */
  version: number | null;
  tabs: TabMessage[];
  companion: CompanionMessage[];
  /** Tabs get its event once: an instance that has relayed the event sends them nothing. The release before ignores it. */
  once?: boolean;
}
