// A server that does not reach its database cannot know the recording state. It sends `alive` only while it does, and a tab that does
// not hear it claims nothing.

import { SleepWatch } from '../sleep-watch.ts';

const silentAfterMs = 5000;
const lookEveryMs = 250;

/** A longer time between two looks: the page stood still. Messages make it look too, also where the browser slows its timers. */
const stillAfterMs = 4000;

/** For this long after the page stood still, messages may be old ones that waited for it. */
const oldMessagesMs = 1000;

/** Whether the server of a live call has proved in time that it knows the state of the rep. */
export class AliveWatch {
  readonly #onSilent: () => void;
  readonly #sleep = new SleepWatch();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isSilent = false;
  #provenAt = 0;
  #lookedAt = 0;
  #stoodStillAt = Number.NEGATIVE_INFINITY;

  constructor({ onSilent }: { onSilent: () => void }) {
    this.#onSilent = onSilent;
  }

  /** A call is live from now on, and what said so is the first proof. Nothing changes when one was live before. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#isSilent = false;
    this.#provenAt = performance.now();
    this.#lookedAt = this.#provenAt;
    this.#sleep.hasSlept();
    this.#timer = setInterval(() => this.look(), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** The server has proved it. Returns whether that ends a silence. */
  prove(): boolean {
    if (this.#timer === undefined) return false;
    this.look();
    const now = performance.now();
    if (now - this.#stoodStillAt < oldMessagesMs) return false;
    const wasSilent = this.#isSilent;
    this.#isSilent = false;
    this.#provenAt = now;
    return wasSilent;
  }

  /** Call it before a message is shown: after the page stood still, the message may come before the timer. */
  look(): void {
    if (this.#timer === undefined) return;
    const now = performance.now();
    const stoodStill = this.#sleep.hasSlept() || now - this.#lookedAt > stillAfterMs;
    this.#lookedAt = now;
    if (stoodStill) this.#stoodStillAt = now;
    if (this.#isSilent || (!stoodStill && now - this.#provenAt < silentAfterMs)) return;
    this.#isSilent = true;
    this.#onSilent();
  }
}
