import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { isTemporary } from './brand-api.ts';

/** Before its first answer the page has nothing to show: it asks until the service is back. */
export const untilAnswered = {
  retry: (_failures: number, error: Error) => isTemporary(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, 5_000),
};
/** So many failures in a row are not shown. */
const quietFailures = 2;

interface UnansweredProps {
  read: UseQueryResult<unknown>;
  queryKey: QueryKey;
}

/** Shown until the first answer. The page asks again by itself, and at once when the user wants it. */
export function Unanswered({ read: { error, failureCount, failureReason, refetch }, queryKey }: UnansweredProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const problem = error ?? (failureCount > quietFailures ? failureReason : null);
  if (problem === null) return <p className="page-note">{t('app.loading')}</p>;
  const askNow = async () => {
    await queries.cancelQueries({ queryKey });
    await refetch();
  };
  return (
    <main className="page-note">
      <Notice kind="error" action={{ label: t('app.tryAgain'), onPress: () => void askNow() }}>
        {problem.message}
      </Notice>
    </main>
  );
}
