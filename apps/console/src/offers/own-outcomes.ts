import type { CallOffers, RecordedOutcome } from '@callside/schemas';

/** A change of an outcome by this tab. The push that has it may arrive later. */
export interface OwnChange {
  /** Of the call. */
  reference: string;
  outcome: RecordedOutcome;
  /** The outcome_id that it replaced; null: none. */
  replaced: string | null;
}

/** The offers with the changes of this tab that they do not have yet. */
export function withOwnChanges(offers: CallOffers, changes: readonly OwnChange[]): CallOffers {
  const missing = changes
    .filter(({ reference, outcome }) => reference === offers.call_reference && outcome.sequence > offers.sequence)
    .toSorted((one, other) => one.outcome.sequence - other.outcome.sequence);
  return missing.length === 0 ? offers : { ...offers, outcomes: missing.reduce(afterChange, offers.outcomes) };
}

function afterChange(outcomes: CallOffers['outcomes'], { outcome, replaced }: OwnChange): CallOffers['outcomes'] {
  const { voided_at, sequence: _, duplicate: __, ...recorded } = outcome;
  const others = outcomes.filter(({ outcome_id }) => outcome_id !== outcome.outcome_id && outcome_id !== replaced);
  return voided_at === null ? [...others, recorded] : others;
}
