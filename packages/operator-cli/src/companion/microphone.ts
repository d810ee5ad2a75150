import { frameMs, type Sound } from './sound-file.ts';

export interface MicrophoneFrame {
  bytes: Uint8Array;
  /** On the clock of `now`. */
  startedAt: number;
  endedAt: number;
}

interface Dependencies {
  sound: Sound;
  /** Repeats the sound; otherwise `onEnd` is called at its end. */
  isLooped: boolean;
  /** Ms of a monotonic clock. */
  now: () => number;
  onFrame: (frame: MicrophoneFrame) => void;
  onEnd: () => void;
}

/** A sound card buffers about this much for a program that does not read it. */
const longestLagMs = 1000;

/** Plays a sound like a microphone: a frame of 20 ms each 20 ms, independent of the receiver. */
export class Microphone {
  readonly #dependencies: Dependencies;
  readonly #startedAt: number;
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#startedAt = dependencies.now();
    this.#wait();
  }

  /** How long the sound has been playing at that time. */
  positionMs(at: number): number {
    return at - this.#startedAt;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const dueAt = this.#startedAt + (this.#next + 1) * frameMs;
    this.#timer = setTimeout(() => this.#deliver(), Math.max(0, dueAt - this.#dependencies.now()));
  }

  #deliver(): void {
    const { sound, isLooped, now, onFrame, onEnd } = this.#dependencies;
    const due = Math.floor((now() - this.#startedAt) / frameMs);
    this.#next = Math.max(this.#next, due - longestLagMs / frameMs);
    for (; this.#next < due; this.#next += 1) {
      if (!isLooped && this.#next >= sound.frameCount) {
        onEnd();
        return;
      }
      const startedAt = this.#startedAt + this.#next * frameMs;
      const bytes = sound.read(this.#next % sound.frameCount);
      onFrame({ bytes, startedAt, endedAt: startedAt + frameMs });
    }
    this.#wait();
  }
}
