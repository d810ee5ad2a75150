import * as fakeTimers from '@sinonjs/fake-timers';

/** Fake timers of a process that may stand still, and of a computer that may sleep. */
export class StandingClock {
  readonly #clock = fakeTimers.install({ now: Date.UTC(2026, 10, 20) });
  #stoodMs = 0;

  constructor() {
    const monotonic = performance.now;
    performance.now = () => monotonic.call(performance) + this.#stoodMs;
  }

  /** Time passes, and timers run. */
  tick(ms: number): void {
    this.#clock.tick(ms);
  }

  /** Both clocks go on, and no timer has run yet. */
  standStill(ms: number): void {
    this.#stoodMs += ms;
    this.sleep(ms);
  }

  /** The wall clock goes on, the monotonic clock does not. */
  sleep(ms: number): void {
    this.#clock.setSystemTime(Date.now() + ms);
  }

  uninstall(): void {
    this.#clock.uninstall();
  }
}
