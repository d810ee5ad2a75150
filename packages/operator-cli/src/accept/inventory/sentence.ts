/** A normative sentence of the specification, in short words. */
export type Sentence = { says: string } & (
  | { checks: readonly [string, ...string[]] }
  /** Why it cannot be checked from outside. */
  | { unchecked: string }
);

export interface Section {
  /** Its sentences are numbered after it, from 1. */
  id: string;
  section: string;
  sentences: readonly Sentence[];
}
