// A fuzz target checks one boundary of the product with random cases, and replays cases that were found earlier.

import fc from 'fast-check';
import type { z } from 'zod';

interface TargetDefinition<Case> {
  name: string;
  /** Cases are plain JSON, so that a finding can be stored in the corpus. */
  schema: z.ZodType<Case>;
  cases: fc.Arbitrary<Case>;
  /** Rejects with the reason when the case breaks the contract. */
  check: (sample: Case) => Promise<void>;
}

export interface Finding {
  /** The smallest case that shrinking found. */
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
  /** Checks one stored case. Resolves to the reason of its failure, or to null. */
  replay: (sample: unknown) => Promise<string | null>;
}

/** Never reached: the time limit ends each run. */
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
      // At the time limit fast-check abandons the current case, which may be one that is never answered.
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
