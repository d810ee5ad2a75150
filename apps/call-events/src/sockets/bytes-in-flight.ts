interface Limits {
  perSocket: number;
  perRep: number;
  perInstance: number;
}

/** Counts the bytes that wait somewhere, and refuses what would be too many for one socket, one rep or the instance. */
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

  /** The account of one socket. What it took is given back in the same portions. */
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
  /** false: too many, and nothing is taken. */
  take: (bytes: number) => boolean;
  giveBack: (bytes: number) => void;
}
