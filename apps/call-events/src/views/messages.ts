import type {
  CallEventMessage,
  CallReference,
  CallState,
  CompanionPresence,
  RecordingConfirmation,
  RecordingState,
} from '@callside/schemas';

export type TabMessage =
  | { name: 'call.event'; payload: CallEventMessage }
  | { name: 'call.state'; payload: CallState }
  | { name: 'recording.confirmation'; payload: RecordingConfirmation }
  | { name: 'companion.presence'; payload: CompanionPresence };

export type CompanionMessage =
  | { name: 'recording.state'; payload: RecordingState }
  | { name: 'call.started'; payload: CallReference }
  | { name: 'call.ended'; payload: CallReference };

/** All messages that one event causes for one rep's tabs and companion, in order. */
export interface Announcement {
  userId: string;
  /** The rep's version after the event. */
  version: number;
  tabs: TabMessage[];
  companion: CompanionMessage[];
}
