/** A difference between the database and what clients sent or received. */
export interface Mismatch {
  kind: string;
  /** The rep, tab, event id or session that it concerns. */
  subject: string;
  expected: string;
  found: string;
}
