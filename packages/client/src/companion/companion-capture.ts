// Frames wait until the service has answered something that was sent after they were captured. A pause that was on its way arrives
// before that answer and discards them. So every recorded frame was captured before any pause, also when the connection failed
// unnoticed.

import {
  type CompanionRecording,
  initialRecording,
  type RecordingOccurrence,
  recordingAfter,
} from './companion-recording.ts';

/** A piece of captured sound. Times are ms of the companion's monotonic clock. */
export interface CapturedFrame {
  readonly bytes: Uint8Array;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A frame that may be recorded. */
export interface RecordedFrame extends CapturedFrame {
  /** The call that the frame belongs to. */
  readonly callReference: string;
}

/** Decides which frames are recorded. Has no clock or timer: callers pass the times and report what occurred. */
export class CompanionCapture {
  #recording = initialRecording;
  #held: readonly RecordedFrame[] = [];

  get recording(): CompanionRecording {
    return this.#recording;
  }

  /** Frames that wait for an answer of the service. */
  get held(): number {
    return this.#held.length;
  }

  /** Returns the frames that are recorded now. */
  occurred(occurrence: RecordingOccurrence, at: number): readonly RecordedFrame[] {
    const before = this.#recording;
    this.#recording = recordingAfter(before, occurrence, at);
    const { unknownReason, lastState } = this.#recording;
    if (before.lastState !== null && before.lastState !== lastState && !isSame(before, this.#recording))
      this.#held = [];
    // The first state has the previous sequence: nothing has changed, so the frames captured under it were allowed.
    return before.unknownReason !== null && unknownReason === null ? this.#prove(at) : [];
  }

  /** The service has answered a message of `sentAt`: everything that it sent before its answer has arrived. */
  answered(sentAt: number, at: number): readonly RecordedFrame[] {
    this.occurred({ type: 'time passed' }, at);
    return this.#recording.unknownReason === null ? this.#prove(sentAt) : [];
  }

  /** Accepts a frame when recording was allowed for its whole duration; returns false when it was not. */
  take({ bytes, startedAt, endedAt }: CapturedFrame, at: number): boolean {
    this.occurred({ type: 'time passed' }, at);
    const { allowedSince, lastState } = this.#recording;
    const callReference = lastState?.call_reference ?? null;
    if (allowedSince === null || callReference === null) return false;
    if (!(startedAt >= allowedSince && startedAt <= endedAt && endedAt <= at)) return false;
    this.#held = [...this.#held, { bytes, startedAt, endedAt, callReference }];
    return true;
  }

  #prove(until: number): readonly RecordedFrame[] {
    const proven = this.#held.filter(({ endedAt }) => endedAt <= until);
    if (proven.length > 0) this.#held = this.#held.filter(({ endedAt }) => endedAt > until);
    return proven;
  }
}

function isSame({ lastState: before }: CompanionRecording, { lastState: after }: CompanionRecording): boolean {
  return (
    before?.sequence === after?.sequence &&
    before?.paused === after?.paused &&
    before?.call_reference === after?.call_reference
  );
}
