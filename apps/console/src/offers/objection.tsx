import { type CallOffers, objectionSchema } from '@callside/schemas';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { answerWithin, type BrandApiError } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export interface ObjectionState {
  /** What is stored: whether the customer or the number of the call wants no offers; null until it is known. */
  objects: boolean | null;
  isChanging: boolean;
  problem: string | null;
  change: (objects: boolean) => void;
}

/** Read again with each change of the offers: it may be changed elsewhere. */
export function useObjection(reference: string, offers: CallOffers | null): ObjectionState {
  const { api } = useSession();
  const queries = useQueryClient();
  const path = `calls/${reference}/objection`;
  const queryKey = ['objection', reference, offers?.sequence ?? 0];
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get(path, objectionSchema),
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending, error } = useMutation<{ objects: boolean }, BrandApiError, boolean>({
    mutationFn: (objects) => api.post(path, { objects }, objectionSchema, answerWithin()),
    onSuccess: (stored) => {
      queries.setQueriesData({ queryKey: ['objection', reference] }, stored);
    },
  });
  return { objects: data?.objects ?? null, isChanging: isPending, problem: error?.message ?? null, change: mutate };
}

/** What is stored about the wishes of the customer, and the button that changes it. */
export function Objection({ objects, isChanging, problem, change }: ObjectionState) {
  const { t } = useTranslation();
  if (objects === null) return null;
  return (
    <div className="objection">
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <Button variant="quiet" aria-disabled={isChanging} onPress={() => !isChanging && change(!objects)}>
        {t(objects ? 'offers.objectionEnds' : 'offers.objectionBegins')}
      </Button>
    </div>
  );
}
