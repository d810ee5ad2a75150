import type { CallOffers, OfferOutcome, RecordedOutcome } from '@callside/schemas';
import type { OutcomeAnswer } from './record-outcome.ts';
import { type OfferOutcomeOnFile, type OffersOnFile, unknownAnchors } from './rules/call-offers.ts';

/** The offers of a call, in every answer and push. */
export function offersView(offers: OffersOnFile): CallOffers {
  return {
    call_reference: offers.callReference,
    status: offers.status,
    recommendation_id: offers.recommendationId,
    items: offers.items,
    ...(offers.withheld !== null && { offers_withheld: offers.withheld }),
    stock_age_seconds: offers.stockAgeSeconds,
    sequence: offers.sequence,
    asked_at: offers.askedAt.toISOString(),
    anchors: offers.anchors,
    unknown_anchors: unknownAnchors(offers),
    titles: offers.titles,
    next_question: offers.nextQuestion,
    known_sizes: offers.knownSizes,
    outcomes: offers.outcomes.map(outcomeView),
  };
}

function outcomeView(outcome: OfferOutcomeOnFile): OfferOutcome {
  return {
    outcome_id: outcome.outcomeId,
    recommendation_id: outcome.recommendationId,
    sku: outcome.sku,
    outcome: outcome.outcome,
    reason: outcome.reason,
    qty: outcome.qty,
    unit_price: outcome.unitPrice,
    recorded_at: outcome.recordedAt.toISOString(),
    reported: outcome.reported,
  };
}

/** The answer to a change of an outcome. */
export function recordedOutcomeView({ outcome, isNew }: OutcomeAnswer): RecordedOutcome {
  const voided_at = outcome.voidedAt?.toISOString() ?? null;
  return { ...outcomeView(outcome), voided_at, sequence: outcome.sequence, duplicate: !isNew };
}
