/** Whose personal data is too old from when on back. */
export interface RetentionDue {
  brandId: string;
  before: Date;
}

interface Dependencies {
  readDue: () => Promise<RetentionDue[]>;
  /** Each deletes one small batch and resolves to how many rows it went through. */
  steps: readonly ((due: RetentionDue) => Promise<number>)[];
}

/** Deletes one small batch of each kind for each brand. Resolves to how many rows that were; 0: all is done. */
export function createApplyRetention({ readDue, steps }: Dependencies) {
  return async (): Promise<number> => {
    let rows = 0;
    for (const due of await readDue()) for (const step of steps) rows += await step(due);
    return rows;
  };
}
