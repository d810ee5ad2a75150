import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useOneAtATime } from '../app/one-at-a-time.ts';

interface Done {
  done: string;
  /** `caution`: there is something to note about it. */
  kind?: 'success' | 'caution';
}

/** Resolves to what was done, in words. */
type Work = () => Promise<string | Done>;

interface Change {
  work: Work;
  /** `form`: of what was typed in; `row`: of something that is listed. */
  from: 'form' | 'row';
}

const nothing: Done = { done: '' };

/** The changes that a page makes. After each, what it lists under `queryKey` is read again, and `onEnd` closes its dialogs. */
export function useChange(queryKey: QueryKey, onEnd?: () => void) {
  const queries = useQueryClient();
  const [done, setDone] = useState(nothing);
  const { mutate, mutateAsync, variables, error, isPending } = useMutation({
    mutationFn: ({ work }: Change) => work(),
    onMutate: () => setDone(nothing),
    onSuccess: (said) => setDone(typeof said === 'string' ? { done: said } : said),
    onSettled: () => {
      onEnd?.();
      return queries.invalidateQueries({ queryKey });
    },
  });
  return {
    /** Of the last change, for `Outcome`. */
    outcome: { ...done, error },
    /** Why the last change of the form failed, until another change begins. */
    formError: variables?.from === 'form' ? error : null,
    isBusy: isPending,
    /** Stays the same function. */
    run: useCallback((work: Work) => mutate({ work, from: 'row' }), [mutate]),
    /** For a form: one change at a time. Resolves to whether it was done. */
    submit: useOneAtATime((work: Work) => mutateAsync({ work, from: 'form' })),
  };
}
