import { offersOf } from '@callside/client';
import {
  type CallOffers,
  type CallView,
  callOffersSchema,
  type OutcomeRequestBody,
  recordedOutcomeSchema,
  type SaidSizes,
} from '@callside/schemas';
import { useMutation, useMutationState } from '@tanstack/react-query';
import { answerWithin } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';
import { chosenBySale, withdrawnBySale } from '../desk/notes-draft.ts';
import type { RepDesk } from '../desk/rep-desk-model.ts';
import { useRepNotes } from '../desk/use-rep-notes.ts';
import type { OfferedProduct } from './offer-dialog.ts';
import { type OwnChange, withOwnChanges } from './own-outcomes.ts';

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
  /** Asks again, with what the caller said of their sizes. */
  say: (sizes: SaidSizes, onDone?: () => void) => void;
}

interface Asking {
  anchors: readonly string[];
  sizes?: SaidSizes;
}

interface Withdrawal {
  reference: string;
  item: OfferedProduct;
  outcomeId: string;
  isLastSale: boolean;
}

/**
 * Records and withdraws outcomes for any call of the rep; both resolve when that is stored. `recorded`: the changes of this tab. A sale is
 * the result of its call if the rep has chosen none.
 */
export function useOwnOutcomes() {
  const { api, user } = useSession();
  const notes = useRepNotes();
  const mutation = { mutationKey: ['outcomes', user.id], gcTime: Number.POSITIVE_INFINITY };
  const recorded = useMutationState({
    filters: { mutationKey: mutation.mutationKey, status: 'success' },
    select: ({ state }) => state.data as OwnChange,
  });
  const { mutateAsync: record } = useMutation({
    ...mutation,
    mutationFn: async ({
      reference,
      item,
      outcome,
    }: {
      reference: string;
      item: OfferedProduct;
      outcome: OutcomeRequestBody;
    }): Promise<OwnChange> => ({
      reference,
      item,
      outcome: await api.post(`calls/${reference}/outcomes`, outcome, recordedOutcomeSchema, answerWithin()),
      replaced: outcome.replaces ?? null,
    }),
    onSuccess: ({ outcome }, { reference }) => {
      if (outcome.outcome === 'sold') notes.of(reference).change(chosenBySale);
    },
  });
  const { mutateAsync: withdraw, isPending: isWithdrawing } = useMutation({
    ...mutation,
    mutationFn: async ({ reference, item, outcomeId }: Withdrawal): Promise<OwnChange> => ({
      reference,
      item,
      outcome: await api.delete(
        `calls/${reference}/outcomes/${encodeURIComponent(outcomeId)}`,
        recordedOutcomeSchema,
        answerWithin(),
      ),
      replaced: null,
    }),
    onSuccess: (_, { reference, isLastSale }) => {
      if (isLastSale) notes.of(reference).change(withdrawnBySale);
    },
  });
  return { recorded, record, withdraw, isWithdrawing };
}

/** The offers of a call: those that were pushed, and those that this tab's own requests returned before the push. */
export function useCallOffers(desk: RepDesk, call: CallView, recorded: readonly OwnChange[]): CallOffersState {
  const { api } = useSession();
  const asking = useMutation({
    mutationFn: ({ anchors, sizes = {} }: Asking) => {
      const body = { anchors, known_sizes: sizes };
      return api.post(`calls/${call.reference}/offers`, body, callOffersSchema, answerWithin());
    },
    // One after another, so that the answer to the last one stays.
    scope: { id: `offers of ${call.reference}` },
  });
  const offers = later(offersOf(desk, call), asking.data ?? null);
  const anchors = asking.isPending || asking.isError ? asking.variables.anchors : (offers?.anchors ?? []);
  return {
    offers: offers && withOwnChanges(offers, recorded),
    isAsking: asking.isPending,
    anchors,
    problem: asking.error?.message ?? null,
    ask: (wanted) => asking.mutate({ anchors: wanted }),
    say: (sizes, onDone) => asking.mutate({ anchors, sizes }, { onSuccess: () => onDone?.() }),
  };
}

function later(one: CallOffers | null, other: CallOffers | null): CallOffers | null {
  if (one === null || other === null) return one ?? other;
  return other.sequence > one.sequence ? other : one;
}
