// Frames wait until the service has answered something that was sent after they were captured. A pause that was on its
// way meanwhile arrives before that answer, and takes them with it: what is recorded was captured before any pause,
// also when the connection had died unnoticed.

import {
  type CompanionRecording,
  initialRecording,
  type RecordingOccurrence,
  recordingAfter,
} from './companion-recording.ts';

/** A piece of captured sound; times are ms of the companion's own clock, which never goes back. */
export interface CapturedFrame {
  readonly bytes: Uint8Array;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A frame that may be recorded. */
export interface RecordedFrame extends CapturedFrame {
  /** Of the call that it belongs to. */
  readonly callReference: string;
}

/** Decides which frames are recorded. It keeps time by what it is told, and does nothing by itself. */
export class CompanionCapture {
  /** Unheard for longer, the service is not trusted any more. */
  silentAfterMs: number;
  #recording = initialRecording;
  #held: readonly RecordedFrame[] = [];

  constructor({ silentAfterMs }: { silentAfterMs: number }) {
    this.silentAfterMs = silentAfterMs;
  }

  get recording(): CompanionRecording {
    return this.#recording;
  }

  /** Frames that nothing has proved yet. */
  get held(): number {
    return this.#held.length;
  }

  /** Gives the frames that are recorded now. */
  occurred(occurrence: RecordingOccurrence, at: number): readonly RecordedFrame[] {
    const before = this.#recording;
    this.#recording = recordingAfter(before, occurrence, at, this);
    const { doubt, told } = this.#recording;
    if (before.told !== null && before.told !== told && !isSame(before, this.#recording)) this.#held = [];
    // Greeted with the sequence of before: nothing has changed since, so what was captured under it was allowed.
    return before.doubt !== null && doubt === null ? this.#prove(at) : [];
  }

  /** The service has answered what was sent to it at `sentAt`: all it had to say by then has arrived. */
  answered(sentAt: number, at: number): readonly RecordedFrame[] {
    this.occurred({ type: 'heard' }, at);
    return this.#recording.doubt === null ? this.#prove(sentAt) : [];
  }

  /** Takes a frame that lies within a time of allowed recording as a whole; false: it is not taken. */
  take({ bytes, startedAt, endedAt }: CapturedFrame, at: number): boolean {
    this.occurred({ type: 'time passed' }, at);
    const { allowedSince, told } = this.#recording;
    const callReference = told?.call_reference ?? null;
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

function isSame({ told: before }: CompanionRecording, { told: after }: CompanionRecording): boolean {
  return (
    before?.sequence === after?.sequence &&
    before?.paused === after?.paused &&
    before?.call_reference === after?.call_reference
  );
}
