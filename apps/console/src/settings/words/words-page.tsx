import { removedWordSchema, type WordView, wordSchema } from '@callside/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { shopWordsKey, useShopWordList } from '../../app/use-shop-words.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Outcome } from '../outcome.tsx';
import { type WordDraft, WordForm } from './word-form.tsx';
import { WordTable } from './word-table.tsx';

/** The words of the shop, such as article types, in the languages of the console. */
export function WordsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [done, setDone] = useState('');
  const words = useShopWordList();
  const change = useMutation({
    mutationFn: ({ work }: { work: () => Promise<string> }) => work(),
    onMutate: () => setDone(''),
    onSuccess: setDone,
    onSettled: () => queries.invalidateQueries({ queryKey: shopWordsKey }),
  });
  const { mutate, mutateAsync } = change;
  const save = useOneAtATime((draft: WordDraft) =>
    mutateAsync({
      work: async () => t('words.saved', { word: (await api.put('settings/words', draft, wordSchema)).word }),
    }).then(
      () => true,
      () => false,
    ),
  );
  const remove = useCallback(
    ({ word }: WordView) =>
      mutate({
        work: async () => {
          await api.delete(`settings/words/${encodeURIComponent(word)}`, removedWordSchema);
          return t('words.removed', { word });
        },
      }),
    [api, mutate, t],
  );
  return (
    <Page title={t('words.title')} lead={t('words.lead')}>
      <Outcome done={done} error={change.error} />
      <Section title={t('words.add')}>
        <WordForm isBusy={change.isPending} error={change.error} onSave={save} />
      </Section>
      <Section title={t('words.list')}>
        {words.isPending && <p className="muted">{t('app.loading')}</p>}
        {words.isError && <ProblemNotice error={words.error} onRetry={() => void words.refetch()} />}
        {words.data !== undefined && <WordTable rows={words.data} onRemove={remove} />}
      </Section>
    </Page>
  );
}
