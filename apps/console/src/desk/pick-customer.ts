import { customerMatchSchema, type KnownCustomer } from '@callside/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerWithin } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';

/** The result of a choice reaches all tabs as a new state of the call. null takes the choice back. */
export function usePickCustomer(reference: string) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (customer: KnownCustomer | null) =>
      api.put(`desk/calls/${reference}/customer`, choiceOf(customer), customerMatchSchema, answerWithin()),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['desk', 'call', reference] }),
  });
}

function choiceOf(customer: KnownCustomer | null) {
  if (customer === null) return { customer_id: null };
  // An empty text is the customer without a code who has the number.
  return { customer_id: customer.customer_id ?? '', phone_number: customer.phone_number };
}

/** The ref of an element that a choice removes: its focus goes to the caller, who is shown instead. */
export function passFocusToCaller(chosen: HTMLElement | null): () => void {
  return () => {
    if (chosen?.contains(document.activeElement)) document.querySelector<HTMLElement>('.caller')?.focus();
  };
}
