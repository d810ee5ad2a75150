// A fuzz target checks one boundary of the product with random cases, and replays the cases that were once found.

import fc from 'fast-check';
import type { z } from 'zod';

interface TargetDefinition<Case> {
  name: string;
  /** Cases are plain JSON, so that a found one can be kept in the corpus. */
  schema: z.ZodType<Case>;
  cases: fc.Arbitrary<Case>;
  /** Rejects with what is wrong where the case breaks the contract. */
  check: (sample: Case) => Promise<void>;
}

export interface Finding {
  /** As small as shrinking made it. */
  sample: unknown;
  message: string;
}

export interface FuzzOutcome {
  cases: number;
  finding: Finding | null;
}

export interface FuzzTarget {
  name: string;
  fuzz: (limits: { seconds: number; seed: number }) => Promise<FuzzOutcome>;
  /** Checks one kept case. Resolves to what is wrong, or to null. */
  replay: (sample: unknown) => Promise<string | null>;
}

/** No run gets that far: time ends it. */
const unlimitedRuns = 1_000_000_000;

export function defineTarget<Case>({ name, schema, cases, check }: TargetDefinition<Case>): FuzzTarget {
  return {
    name,

    fuzz: async ({ seconds, seed }) => {
      let last: { sample: unknown; checked: Promise<void> } | null = null;
      const property = fc.asyncProperty(cases, (sample) => {
        const checked = check(sample);
        last = { sample, checked };
        return checked;
      });
      const { numRuns, counterexample, errorInstance } = await fc.check(property, {
        seed,
        numRuns: unlimitedRuns,
        interruptAfterTimeLimit: seconds * 1000,
        markInterruptAsFailure: false,
      });
      if (counterexample) {
        return { cases: numRuns, finding: { sample: counterexample[0], message: messageOf(errorInstance) } };
      }
      // The end of the time abandons the case that is under way, which may be one that is never answered.
      return { cases: numRuns, finding: await failureOf(last) };
    },

    replay: async (sample) => {
      const parsed = schema.safeParse(sample);
      if (!parsed.success) return `the case is not one of ${name}: ${parsed.error.message}`;
      return check(parsed.data).then(
        () => null,
        (error: unknown) => messageOf(error),
      );
    },
  };
}

async function failureOf(last: { sample: unknown; checked: Promise<void> } | null): Promise<Finding | null> {
  try {
    await last?.checked;
    return null;
  } catch (error) {
    return { sample: last?.sample, message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
