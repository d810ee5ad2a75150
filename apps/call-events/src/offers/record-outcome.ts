import { randomUUID } from 'node:crypto';
import { ServiceError } from '@callside/service-kit';
import type { CallOfferStore, UnreportedSale } from './call-offers.store.ts';
import type { OfferedCall, OfferOutcomeOnFile } from './rules/call-offers.ts';

/** What a rep reports. */
export interface ReportedOutcome {
  recommendationId: string;
  sku: string;
  outcome: 'sold' | 'declined';
  reason: string | null;
  qty: number | null;
  unitPrice: number | null;
  /** null: it counts each time it is sent. */
  outcomeId: string | null;
}

interface Dependencies {
  store: Pick<CallOfferStore, 'findOffered' | 'keepOutcome' | 'readOffers'>;
  /** Sends a sale to the recommender; false: it does not have it yet. */
  report: (sale: UnreportedSale) => Promise<boolean>;
  onChanged: (userId: string) => void;
}

/**
 * Stores an outcome, then sends a sale to the recommender, then informs the rep's tabs. What is stored is never lost: while the
 * recommender is unavailable, the sweep sends the sale. A sale takes the place of an earlier decline of the same offer. Throws
 * `conflict` for a decline of an offer that was sold, and `invalid` for a product that was not offered.
 */
export async function recordOutcome(
  call: OfferedCall,
  { outcomeId, ...reported }: ReportedOutcome,
  { store, report, onChanged }: Dependencies,
): Promise<{ outcome: OfferOutcomeOnFile; isNew: boolean }> {
  const offered = await store.findOffered(call.id, reported.recommendationId, reported.sku);
  if (offered === null) throw notOffered();
  const isSale = reported.outcome === 'sold';
  const kept = await store.keepOutcome({
    call,
    ...reported,
    outcomeId: outcomeId ?? randomUUID(),
    reason: isSale ? null : reported.reason,
    qty: isSale ? (reported.qty ?? 1) : null,
    unitPrice: isSale ? (reported.unitPrice ?? offered.webPrice) : null,
  });
  if ('sold' in kept) throw alreadySold(kept.sold);
  const { id, isNew, outcome } = kept;
  const { recommendationId, sku, qty, unitPrice } = outcome;
  const sale = { id, call, outcomeId: outcome.outcomeId, recommendationId, sku, qty: qty ?? 1, unitPrice };
  const isReported = isNew && isSale ? await report(sale) : outcome.reported;
  if (isNew) onChanged(call.userId);
  return { outcome: { ...outcome, reported: isReported }, isNew };
}

function notOffered(): ServiceError {
  const message = 'sku was not offered in that recommendation of this call';
  return new ServiceError({
    code: 'invalid',
    message,
    issues: [{ type: 'value_error', loc: ['body', 'sku'], msg: message }],
  });
}

function alreadySold({ outcomeId, recordedAt }: OfferOutcomeOnFile): ServiceError {
  return new ServiceError({
    code: 'conflict',
    message:
      `This offer is on file as sold: outcome_id ${outcomeId}, recorded at ${recordedAt.toISOString()}. ` +
      'A decline does not undo a sale. When the product comes back, import the return.',
  });
}
