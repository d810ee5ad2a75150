/** A normative sentence of the specification, in short words. */
export type Sentence = { id: string; says: string } & (
  | { checks: readonly [string, ...string[]] }
  /** Why it cannot be checked from outside. */
  | { unchecked: string }
);

export interface Section {
  section: string;
  sentences: readonly Sentence[];
}
