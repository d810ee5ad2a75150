import { offersOf } from '@callside/client';
import {
  type CallOffers,
  type CallView,
  callOffersSchema,
  type OfferOutcome,
  type OutcomeRequestBody,
  recordedOutcomeSchema,
} from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerWithin } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';
import type { RepDesk } from '../desk/rep-desk-model.ts';

export interface CallOffersState {
  /** null until the first ones have arrived. */
  offers: CallOffers | null;
  isAsking: boolean;
  /** The products that the customer is buying. They are those of the last request, also before its answer and if it failed. */
  anchors: readonly string[];
  /** Why the last request failed; null if it did not. */
  problem: string | null;
  /** Asks again, with the products that the customer is buying now. */
  ask: (anchors: readonly string[]) => void;
}

/** An outcome that this tab recorded. The push that has it may arrive later. */
export interface OwnOutcome {
  /** Of the call. */
  reference: string;
  outcome: OfferOutcome;
}

/** Records outcomes for any call of the rep; `record` resolves when the outcome is recorded. */
export function useOwnOutcomes() {
  const { api } = useSession();
  const [recorded, setRecorded] = useState<readonly OwnOutcome[]>([]);
  const { mutateAsync: record } = useMutation({
    mutationFn: ({ reference, outcome }: { reference: string; outcome: OutcomeRequestBody }) =>
      api.post(`calls/${reference}/outcomes`, outcome, recordedOutcomeSchema, answerWithin()),
    onSuccess: (outcome, { reference }) => setRecorded((before) => [...before, { reference, outcome }]),
  });
  return { recorded, record };
}

/** The offers of a call: those that were pushed, and those that this tab's own requests returned before the push. */
export function useCallOffers(desk: RepDesk, call: CallView, recorded: readonly OwnOutcome[]): CallOffersState {
  const { api } = useSession();
  const asking = useMutation({
    mutationFn: (anchors: readonly string[]) =>
      api.post(`calls/${call.reference}/offers`, { anchors }, callOffersSchema, answerWithin()),
    // One after another, so that the answer to the last one stays.
    scope: { id: `offers of ${call.reference}` },
  });
  const offers = later(offersOf(desk, call), asking.data ?? null);
  return {
    offers: offers && withOutcomes(offers, recorded),
    isAsking: asking.isPending,
    anchors: asking.isPending || asking.isError ? asking.variables : (offers?.anchors ?? []),
    problem: asking.error?.message ?? null,
    ask: asking.mutate,
  };
}

function later(one: CallOffers | null, other: CallOffers | null): CallOffers | null {
  if (one === null || other === null) return one ?? other;
  return other.sequence > one.sequence ? other : one;
}

function withOutcomes(offers: CallOffers, recorded: readonly OwnOutcome[]): CallOffers {
  const pushed = new Set(offers.outcomes.map(({ outcome_id }) => outcome_id));
  const missing = recorded
    .filter(({ reference, outcome }) => reference === offers.call_reference && !pushed.has(outcome.outcome_id))
    .map(({ outcome }) => outcome);
  return missing.length === 0 ? offers : { ...offers, outcomes: [...offers.outcomes, ...missing] };
}
