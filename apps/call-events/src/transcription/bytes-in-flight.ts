interface Limits {
  perSocket: number;
  perRep: number;
  perInstance: number;
}

/** Counts the bytes that wait, and refuses more than the limit of a socket, a rep or the instance. */
export class BytesInFlight {
  readonly #limits: Limits;
  readonly #byRep = new Map<string, number>();
  #total = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** The account of one socket. Bytes must be given back in the same portions in which they were taken. */
  accountOf(userId: string): BytesAccount {
    let own = 0;
    return {
      take: (bytes) => {
        const reps = this.#byRep.get(userId) ?? 0;
        const { perSocket, perRep, perInstance } = this.#limits;
        if (own + bytes > perSocket || reps + bytes > perRep || this.#total + bytes > perInstance) return false;
        own += bytes;
        this.#byRep.set(userId, reps + bytes);
        this.#total += bytes;
        return true;
      },
      giveBack: (bytes) => {
        own -= bytes;
        const reps = (this.#byRep.get(userId) ?? 0) - bytes;
        if (reps > 0) this.#byRep.set(userId, reps);
        else this.#byRep.delete(userId);
        this.#total -= bytes;
      },
    };
  }
}

export interface BytesAccount {
  /** Returns false, and takes nothing, if this would exceed a limit. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
}
