export interface SimulatedRep {
  /** From 1. */
  number: number;
  user: { id: string; email: string };
  tokens: { tab: string; companion: string };
}

/** The reps of a run and the key of its dialler. */
export interface SimulatedAccounts {
  reps: SimulatedRep[];
  key: { id: string; key: string };
}
