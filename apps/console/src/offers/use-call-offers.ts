import { offersOf } from '@callside/client';
import {
  type CallOffers,
  type CallView,
  callOffersSchema,
  type OfferOutcome,
  type OutcomeRequestBody,
  type RecordedOutcome,
  recordedOutcomeSchema,
} from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../app/session.tsx';
import type { RepDesk } from '../desk/rep-desk-model.ts';

export interface CallOffersState {
  /** null until the first ones have arrived. */
  offers: CallOffers | null;
  isAsking: boolean;
  /** Why the last request failed; null if it did not. */
  problem: string | null;
  /** Asks again, with the products that the customer is buying now. */
  ask: (anchors: readonly string[]) => void;
  /** Resolves when the outcome is recorded. */
  record: (outcome: OutcomeRequestBody) => Promise<RecordedOutcome>;
}

/** The offers of a call: those that were pushed, and those that this tab's own requests returned before the push. */
export function useCallOffers(desk: RepDesk, call: CallView): CallOffersState {
  const { api } = useSession();
  const [recorded, setRecorded] = useState<readonly OfferOutcome[]>([]);
  const path = `calls/${call.reference}`;
  const asking = useMutation({
    mutationFn: (anchors: readonly string[]) => api.post(`${path}/offers`, { anchors }, callOffersSchema),
  });
  const recording = useMutation({
    mutationFn: (outcome: OutcomeRequestBody) => api.post(`${path}/outcomes`, outcome, recordedOutcomeSchema),
    onSuccess: (outcome) => setRecorded((before) => [...before, outcome]),
  });
  const offers = later(offersOf(desk, call), asking.data ?? null);
  return {
    offers: offers && withOutcomes(offers, recorded),
    isAsking: asking.isPending,
    problem: asking.error?.message ?? recording.error?.message ?? null,
    ask: asking.mutate,
    record: recording.mutateAsync,
  };
}

function later(one: CallOffers | null, other: CallOffers | null): CallOffers | null {
  if (one === null || other === null) return one ?? other;
  return other.sequence > one.sequence ? other : one;
}

function withOutcomes(offers: CallOffers, recorded: readonly OfferOutcome[]): CallOffers {
  const pushed = new Set(offers.outcomes.map(({ outcome_id }) => outcome_id));
  const missing = recorded.filter(({ outcome_id }) => !pushed.has(outcome_id));
  return missing.length === 0 ? offers : { ...offers, outcomes: [...offers.outcomes, ...missing] };
}
