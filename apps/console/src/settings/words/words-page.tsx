import { removedWordSchema, type WordView, wordSchema } from '@callside/schemas';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { shopWordsKey, useShopWordList } from '../../app/use-shop-words.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Outcome } from '../outcome.tsx';
import { useChange } from '../use-change.ts';
import { type WordDraft, WordForm } from './word-form.tsx';
import { WordTable } from './word-table.tsx';

/** The words of the shop, such as article types, in the languages of the console. */
export function WordsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const words = useShopWordList();
  const { outcome, formError, isBusy, run, submit } = useChange(shopWordsKey);
  const save = (draft: WordDraft) =>
    submit(async () => t('words.saved', { word: (await api.put('settings/words', draft, wordSchema)).word }));
  const remove = useCallback(
    ({ word }: WordView) =>
      run(async () => {
        await api.delete(`settings/words/${encodeURIComponent(word)}`, removedWordSchema);
        return t('words.removed', { word });
      }),
    [api, run, t],
  );
  return (
    <Page title={t('words.title')} lead={t('words.lead')}>
      <Outcome {...outcome} />
      <Section title={t('words.add')}>
        <WordForm isBusy={isBusy} error={formError} onSave={save} />
      </Section>
      <Section title={t('words.list')}>
        {words.isPending && <p className="muted">{t('app.loading')}</p>}
        {words.isError && <ProblemNotice error={words.error} onRetry={() => void words.refetch()} />}
        {words.data !== undefined && <WordTable rows={words.data} onRemove={remove} />}
      </Section>
    </Page>
  );
}
