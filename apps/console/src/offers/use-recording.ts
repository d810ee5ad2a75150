import { useState } from 'react';
import type { OfferDialogProps, OutcomeDetails } from './offer-dialog.ts';
import { newOutcomeId } from './offer-words.ts';

/** Records the outcome of an offer from a dialog. It counts once, however often it is tried. */
export function useRecording(onRecord: OfferDialogProps['onRecord']) {
  const [outcomeId] = useState(newOutcomeId);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const record = async (details: Omit<OutcomeDetails, 'outcome_id'>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await onRecord({ ...details, outcome_id: outcomeId });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return { isBusy, problem, record };
}
