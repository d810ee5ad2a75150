/**
 * A recording is muted, or stopped and started again, as FreePBX does it when the agent presses *1. A channel may have several
 * recordings: one that starts does not end the mute of another one.
 */
export type Pause = 'mute' | 'stop';

/** The channels whose recordings are paused. */
export class PausedRecordings {
  readonly #pauses = new Map<string, Set<Pause>>();

  has(channel: string): boolean {
    return this.#pauses.has(channel);
  }

  channels(): Iterable<string> {
    return this.#pauses.keys();
  }

  pause(channel: string, by: Pause): void {
    this.#pauses.set(channel, new Set(this.#pauses.get(channel)).add(by));
  }

  /** false: the recording was not paused in this way. */
  resume(channel: string, by: Pause): boolean {
    const pauses = this.#pauses.get(channel);
    const wasPaused = pauses?.delete(by) === true;
    if (pauses?.size === 0) this.#pauses.delete(channel);
    return wasPaused;
  }

  forget(channel: string): void {
    this.#pauses.delete(channel);
  }
}
