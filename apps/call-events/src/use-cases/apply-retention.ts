/** A brand whose personal data from before an instant is due for deletion. */
export interface RetentionDue {
  brandId: string;
  before: Date;
}

interface Dependencies {
  readDue: () => Promise<RetentionDue[]>;
  /** Each processes one small batch and resolves to the number of rows in it. */
  steps: readonly ((due: RetentionDue) => Promise<number>)[];
}

/** Runs one small batch of each step for each brand. Resolves to the number of rows processed; 0: nothing is left. */
export function createApplyRetention({ readDue, steps }: Dependencies) {
  return async (): Promise<number> => {
    let rows = 0;
    for (const due of await readDue()) for (const step of steps) rows += await step(due);
    return rows;
  };
}
