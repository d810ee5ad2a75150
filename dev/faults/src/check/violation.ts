export const rules = [
  'an acknowledged event is on file once',
  'an event is on file at most once',
  'an id that came with another event is marked',
  'a row contains what was sent',
  'an answer matches what is on file',
  'an answer is one that the specification names',
  'the state on file is the state of the specification',
  "the positions of a rep's events have no gap",
  'a tab shows what is on file',
  'a tab catches up within 5 seconds of quiet',
  'a tab gets every event within 5 seconds of quiet',
  'a tab gets each event once, and in order',
  'a tab gets at a position the event that is on file there',
  'a version never decreases',
  'a companion gets what is on file',
  'a companion catches up within 5 seconds of quiet',
  'a sequence never decreases',
  'a pause ends with its call',
  'no companion records 5 seconds after an acknowledged pause',
  'no state is shown as confirmed before all companions acknowledge it',
  'no tab shows a confirmed pause while a companion records',
  'a held row delays only its rep',
  'consecutive exports have each call exactly once',
  'a purchase for an acknowledged recommendation is accepted',
  'an acknowledged purchase is on file once',
  'a revoked key is refused, and no other',
  'an acknowledged chunk is on file',
  'a call has one session',
  'a session ends with the reported end of its call',
  'a session is finalized when it has no producer, and only then',
  'everybody comes back',
] as const;
export type Rule = (typeof rules)[number];

export interface Violation {
  rule: Rule;
  /** An event, a tab, a companion, a rep or a recommendation. */
  subject: string;
  /** Null: observed only in the database. */
  at: number | null;
  text: string;
}

/** What a check found, and how many cases it examined. */
export interface Findings {
  examined: Partial<Record<Rule, number>>;
  violations: Violation[];
}

/** Collects the findings of a check. */
export class Finder {
  readonly findings: Findings = { examined: {}, violations: [] };

  /** Counts one case of a rule; `text` describes a violation, null when the rule holds. */
  look(rule: Rule, subject: string, at: number | null, text: string | null): void {
    this.findings.examined[rule] = (this.findings.examined[rule] ?? 0) + 1;
    if (text !== null) this.findings.violations.push({ rule, subject, at, text });
  }
}
