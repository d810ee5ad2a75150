import {
  type CompanionRecording,
  type RecordingStatus,
  recordingStatus,
  type UnknownReason,
} from './companion-recording.ts';

/** The state that a companion shows. */
export interface CompanionView {
  /** The service's state; `unknown` while it may be out of date. Between calls it is `recording`: nothing is paused. See `mayRecord`. */
  readonly recording: RecordingStatus;
  /** Why the state is unknown; null when it is known. */
  readonly unknownReason: UnknownReason | null;
  /** The only permission to record: a call is live and its recording is not paused. */
  readonly mayRecord: boolean;
  /** Since when recording has been allowed without a break, on the clock of `now()`; null: it is not allowed. */
  readonly recordingSince: number | null;
  /** The last known live call; null: none. */
  readonly callReference: string | null;
  /** The sequence of the last applied recording state; null: none yet. */
  readonly sequence: number | null;
  readonly sessionId: string | null;
}

export function companionView(recording: CompanionRecording, sessionId: string | null): CompanionView {
  return {
    recording: recordingStatus(recording),
    unknownReason: recording.unknownReason,
    mayRecord: recording.allowedSince !== null,
    recordingSince: recording.allowedSince,
    callReference: recording.lastState?.call_reference ?? null,
    sequence: recording.lastState?.sequence ?? null,
    sessionId,
  };
}

export function isSameView(one: CompanionView, other: CompanionView): boolean {
  return (
    one.recording === other.recording &&
    one.unknownReason === other.unknownReason &&
    one.recordingSince === other.recordingSince &&
    one.callReference === other.callReference &&
    one.sequence === other.sequence &&
    one.sessionId === other.sessionId
  );
}
