const noticeableMs = 1000;

/** Notices that the computer slept: its wall clock went on, and the monotonic clock of some systems did not. */
export class SleepWatch {
  #lead = lead();

  /** Whether it slept since the last call. A wall clock that was set forward counts too. */
  hasSlept(): boolean {
    const before = this.#lead;
    this.#lead = lead();
    return this.#lead - before > noticeableMs;
  }
}

function lead(): number {
  return Date.now() - performance.now();
}
