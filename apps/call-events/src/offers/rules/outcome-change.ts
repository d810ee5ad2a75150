// What a rep recorded by mistake can be changed while nobody has drawn conclusions: corrected until the result of the call is stored, withdrawn
// for a minute. What is changed stays on file.

import type { OfferOutcomeOnFile } from './call-offers.ts';

/** The page shows `Undo sale` for a minute; the rest is for the request, and for a clock of the page that differs. */
const withdrawnWithinMs = 75_000;

export interface OutcomeToChange extends OfferOutcomeOnFile {
  voidedAt: Date | null;
  /** The outcome_id of the outcome that replaced it. */
  replacedBy: string | null;
}

/** Why an outcome cannot be changed, in words; null: it can. */
export function refusalToReplace(
  earlier: OutcomeToChange,
  { isResultStored }: { isResultStored: boolean },
): string | null {
  if (earlier.voidedAt !== null) return alreadyChanged(earlier, earlier.voidedAt);
  return isResultStored ? 'The result of the call is stored: its outcomes can no longer be corrected.' : null;
}

export function refusalToWithdraw(outcome: OutcomeToChange, { now }: { now: Date }): string | null {
  if (outcome.voidedAt !== null) return outcome.replacedBy === null ? null : alreadyChanged(outcome, outcome.voidedAt);
  if (now.getTime() - outcome.recordedAt.getTime() <= withdrawnWithinMs) return null;
  return 'An outcome can be withdrawn for a minute. Until the result of the call is stored, correct it: record another one with replaces.';
}

function alreadyChanged({ outcomeId, replacedBy }: OutcomeToChange, at: Date): string {
  const what = replacedBy === null ? 'withdrawn' : `replaced by outcome_id ${replacedBy}`;
  return `The outcome ${outcomeId} was ${what} at ${at.toISOString()}.`;
}
