interface Turn {
  isLong: boolean;
  /** Resolves when the event is in its queue. */
  queued: Promise<unknown>;
  /** Resolves when the event, and those of its agent that came before, are decided. */
  decided: Promise<unknown>;
}

/** The order of the events of an agent who has a long one, where long events and short ones have queues that run beside each other. */
export class AgentTurns {
  /** The last of each such agent. */
  readonly #last = new Map<string, Turn>();

  has(agent: string): boolean {
    return this.#last.has(agent);
  }

  /** Puts an event into its queue when the earlier ones allow it. `before`: resolves when all that came before the first one are decided. */
  run<Outcome>(
    agent: string,
    { isLong, before, enqueue }: { isLong: boolean; before: Promise<unknown>; enqueue: () => Promise<Outcome> },
  ): Promise<Outcome> {
    const last = this.#last.get(agent);
    const ready = last === undefined ? before : last.isLong === isLong ? last.queued : last.decided;
    const outcome = ready.then(enqueue);
    // Runs after `enqueue`.
    const queued = ready.then(() => {});
    const turn = { isLong, queued, decided: Promise.allSettled([last?.decided, outcome]) };
    this.#last.set(agent, turn);
    void turn.decided.then(() => {
      if (this.#last.get(agent) === turn) this.#last.delete(agent);
    });
    return outcome;
  }
}
