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

/**
 * Runs one small batch of each step for each brand. Resolves to the number of rows processed; 0: nothing is left. A step that
 * fails does not stop the others; its error is thrown at the end.
 */
export function createApplyRetention(store: Dependencies) {
  return async (): Promise<number> => {
    let rows = 0;
    const errors: unknown[] = [];
    for (const due of await store.readDue()) {
      for (const step of store.steps) {
        try {
          rows += await step(due);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    if (errors.length > 0) throw errors[0];
    return rows;
  };
}
