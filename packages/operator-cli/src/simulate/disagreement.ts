/** Something that the database holds otherwise than those say who sent it or were told of it. */
export interface Disagreement {
  kind: string;
  /** Whom or what it is about: a rep, a tab, an event id, a session. */
  subject: string;
  expected: string;
  found: string;
}
