import { randomUUID } from 'node:crypto';
import { invalidBody, ServiceError } from '@callside/service-kit';
import type { CallOfferStore } from './call-offers.store.ts';
import type { ChangedOutcome, OutcomeStore, RefusedChange, UnreportedSale } from './outcomes.store.ts';
import type { OfferedCall, OfferOutcomeOnFile, RecordedOutcomeOnFile } from './rules/call-offers.ts';

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
  /** The outcome_id of the outcome that it corrects; null: none. */
  replaces: string | null;
  /** Who records it. */
  userId: string;
}

export interface OutcomeDependencies {
  offers: Pick<CallOfferStore, 'findOffered'>;
  outcomes: Pick<OutcomeStore, 'keepOutcome' | 'withdrawOutcome'>;
  /** Sends a sale, or its void, to the recommender; false: it does not have it yet. */
  report: (sale: UnreportedSale) => Promise<boolean>;
  onChanged: (userId: string) => void;
}

export interface OutcomeAnswer {
  outcome: RecordedOutcomeOnFile;
  isNew: boolean;
}

/**
 * Stores an outcome, then sends a sale to the recommender, then informs the rep's tabs. What is stored is never lost: while the
 * recommender is unavailable, the sweep sends the sale. A sale takes the place of an earlier decline of the same offer, and with
 * `replaces` an outcome takes the place of the one that it names. Throws `conflict` for a decline of an offer that was sold and for
 * a replacement that comes too late, and `invalid` for a product that was not offered or an outcome that the call does not have.
 */
export async function recordOutcome(
  call: OfferedCall,
  { outcomeId, ...reported }: ReportedOutcome,
  dependencies: OutcomeDependencies,
): Promise<OutcomeAnswer> {
  const { offers, outcomes } = dependencies;
  const offered = await offers.findOffered(call.id, reported.recommendationId, reported.sku);
  if (offered === null)
    throw invalidBody('sku', 'value_error', 'sku was not offered in that recommendation of this call');
  const isSale = reported.outcome === 'sold';
  const kept = await outcomes.keepOutcome({
    call,
    ...reported,
    outcomeId: outcomeId ?? randomUUID(),
    reason: isSale ? null : reported.reason,
    qty: isSale ? (reported.qty ?? 1) : null,
    unitPrice: isSale ? (reported.unitPrice ?? offered.webPrice) : null,
  });
  if ('unknown' in kept) throw invalidBody('replaces', 'value_error', 'replaces is not an outcome_id of this call');
  return finish(call, kept, dependencies);
}

/**
 * Withdraws an outcome: it stays on file and counts nowhere any more, also not at the recommender. Resolves to null if the call has no
 * such outcome. Throws `conflict` when it comes too late, or the outcome was replaced.
 */
export async function withdrawOutcome(
  call: OfferedCall,
  { outcomeId, userId }: { outcomeId: string; userId: string },
  dependencies: OutcomeDependencies,
): Promise<OutcomeAnswer | null> {
  const withdrawn = await dependencies.outcomes.withdrawOutcome(call, outcomeId, userId);
  return 'unknown' in withdrawn ? null : finish(call, withdrawn, dependencies);
}

/** Sends what the recommender has to be told of, and informs the tabs. */
async function finish(
  call: OfferedCall,
  change: Exclude<ChangedOutcome | RefusedChange, { unknown: true }>,
  { report, onChanged }: OutcomeDependencies,
): Promise<OutcomeAnswer> {
  if ('sold' in change) throw alreadySold(change.sold);
  if ('refusal' in change) throw new ServiceError({ code: 'conflict', message: change.refusal });
  const { outcome, isNew, toReport } = change;
  const sent = await Promise.all(toReport.map(async (sale) => ({ sale, isReported: await report(sale) })));
  const own = sent.find(({ sale }) => sale.outcomeId === outcome.outcomeId);
  if (isNew) onChanged(call.userId);
  return { outcome: { ...outcome, reported: own?.isReported ?? outcome.reported }, isNew };
}

function alreadySold({ outcomeId, recordedAt }: OfferOutcomeOnFile): ServiceError {
  return new ServiceError({
    code: 'conflict',
    message:
      `This offer is on file as sold: outcome_id ${outcomeId}, recorded at ${recordedAt.toISOString()}. ` +
      'A decline does not undo a sale: name it in replaces. When the product comes back later, import the return.',
  });
}
