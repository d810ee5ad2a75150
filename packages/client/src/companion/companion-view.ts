import {
  type CompanionRecording,
  type RecordingDoubt,
  type RecordingStatus,
  recordingStatus,
} from './companion-recording.ts';

/** What a companion shows of itself. */
export interface CompanionView {
  /** The service's word; `unknown` in doubt. Between calls it is `recording` too: nothing is paused. See `mayRecord`. */
  readonly recording: RecordingStatus;
  /** Why it is unknown; null when it is known. */
  readonly doubt: RecordingDoubt | null;
  /** The one thing that allows a microphone: it is known that a call is live and that its recording is not paused. */
  readonly mayRecord: boolean;
  /** Since when that has been so without a break, on the clock of `now()`; null: it is not so. */
  readonly recordingSince: number | null;
  /** The live call as last heard of; null: none. */
  readonly callReference: string | null;
  /** Of the recording state applied last; null: none yet. */
  readonly sequence: number | null;
  readonly sessionId: string | null;
}

export function companionView(recording: CompanionRecording, sessionId: string | null): CompanionView {
  return {
    recording: recordingStatus(recording),
    doubt: recording.doubt,
    mayRecord: recording.allowedSince !== null,
    recordingSince: recording.allowedSince,
    callReference: recording.told?.call_reference ?? null,
    sequence: recording.told?.sequence ?? null,
    sessionId,
  };
}

export function isSameView(one: CompanionView, other: CompanionView): boolean {
  return (
    one.recording === other.recording &&
    one.doubt === other.doubt &&
    one.recordingSince === other.recordingSince &&
    one.callReference === other.callReference &&
    one.sequence === other.sequence &&
    one.sessionId === other.sessionId
  );
}
