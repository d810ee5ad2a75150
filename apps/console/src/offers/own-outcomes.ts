import type { CallOffers, OfferOutcome, RecordedOutcome } from '@callside/schemas';
import type { OfferedProduct } from './offer-dialog.ts';

/** A change of an outcome by this tab. The push that has it may arrive later. */
export interface OwnChange {
  /** Of the call. */
  reference: string;
  item: OfferedProduct;
  outcome: RecordedOutcome;
  /** The outcome_id that it replaced; null: none. */
  replaced: string | null;
}

/** The offers with the changes of this tab that they do not have yet. */
export function withOwnChanges(offers: CallOffers, changes: readonly OwnChange[]): CallOffers {
  const missing = ofCall(changes, offers.call_reference).filter(({ outcome }) => outcome.sequence > offers.sequence);
  return missing.length === 0 ? offers : { ...offers, outcomes: missing.reduce(afterChange, offers.outcomes) };
}

/** What this tab recorded for a call, and what is known of the products. */
export function ownOutcomesOf(
  changes: readonly OwnChange[],
  reference: string,
): { outcomes: OfferOutcome[]; items: OfferedProduct[] } {
  const own = ofCall(changes, reference);
  return {
    outcomes: own.reduce(afterChange, []),
    items: [...new Map(own.map(({ item }) => [item.sku, item])).values()],
  };
}

/** In the order of the service. */
function ofCall(changes: readonly OwnChange[], call: string): OwnChange[] {
  return changes
    .filter(({ reference }) => reference === call)
    .toSorted((one, other) => one.outcome.sequence - other.outcome.sequence);
}

function afterChange(outcomes: CallOffers['outcomes'], { outcome, replaced }: OwnChange): CallOffers['outcomes'] {
  const { voided_at, sequence: _, duplicate: __, ...recorded } = outcome;
  const others = outcomes.filter(({ outcome_id }) => outcome_id !== outcome.outcome_id && outcome_id !== replaced);
  return voided_at === null ? [...others, recorded] : others;
}
