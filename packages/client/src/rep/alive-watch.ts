// A server that does not reach its database cannot know the recording state. It sends `alive` only while it does, and a tab that does
// not hear it claims nothing.

import { SleepWatch } from '../sleep-watch.ts';

const silentAfterMs = 5000;
const lookEveryMs = 250;

/** A longer time between two looks: the page stood still. Messages make it look too, also where the browser slows its timers. */
const stillAfterMs = 4000;
/** Without a call the service only pings, every 25 s, and a browser may run no timer of a hidden page between two pings. */
const stillAfterIdleMs = 30_000;

/** For this long after the page stood still, messages may be old ones that waited for it. */
const oldMessagesMs = 1000;

/** Whether the server of a live call has proved in time that it knows the state of the rep. */
export class AliveWatch {
  readonly #onSilent: () => void;
  readonly #sleep = new SleepWatch();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isOnCall = false;
  #isSilent = false;
  #provenAt = 0;
  #lookedAt = 0;
  #stoodStillAt = Number.NEGATIVE_INFINITY;

  constructor({ onSilent }: { onSilent: () => void }) {
    this.#onSilent = onSilent;
  }

  /** A connection was made: its messages have not waited. */
  connected(): void {
    this.disconnected();
    this.#lookedAt = performance.now();
    this.#stoodStillAt = Number.NEGATIVE_INFINITY;
    this.#sleep.hasSlept();
    this.#timer = setInterval(() => this.look(), lookEveryMs);
  }

  disconnected(): void {
    this.stop();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * A call is live from now on, and what said so is the first proof; when it may be an old message, the call begins silent. Nothing
   * changes when one was live before.
   */
  start(): void {
    if (this.#isOnCall) return;
    this.#isOnCall = true;
    this.#isSilent = false;
    this.#provenAt = performance.now();
    if (this.#mayBeOld(this.#provenAt)) this.#fallSilent();
  }

  stop(): void {
    this.#isOnCall = false;
  }

  /** The server has proved it. Returns whether that ends a silence. */
  prove(): boolean {
    if (!this.#isOnCall) return false;
    this.look();
    const now = performance.now();
    if (this.#mayBeOld(now)) return false;
    const wasSilent = this.#isSilent;
    this.#isSilent = false;
    this.#provenAt = now;
    return wasSilent;
  }

  /** Call it before a message is shown: after the page stood still, the message may come before the timer. */
  look(): void {
    if (this.#timer === undefined) return;
    const now = performance.now();
    const longestMs = this.#isOnCall ? stillAfterMs : stillAfterIdleMs;
    const stoodStill = this.#sleep.hasSlept() || now - this.#lookedAt > longestMs;
    this.#lookedAt = now;
    if (stoodStill) this.#stoodStillAt = now;
    if (!this.#isOnCall || this.#isSilent || (!stoodStill && now - this.#provenAt < silentAfterMs)) return;
    this.#fallSilent();
  }

  /** Whether a message that arrives now may have waited while the page stood still. */
  #mayBeOld(now: number): boolean {
    return now - this.#stoodStillAt < oldMessagesMs;
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#onSilent();
  }
}
