import { teamViewSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { useNow } from '../desk/use-now.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TeamTable } from './team-table.tsx';

const readEveryMs = 2_000;
/** Some reads may fail or be late without the page saying so. */
const staleAfterMs = 6_000;

/** Who is on a call now: the reps of a lead's team, or all of the brand. */
export function TeamPage() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const { number, time } = useFormats();
  const now = useNow();
  const read = useQuery({
    queryKey: ['team'],
    queryFn: () => api.get('team', teamViewSchema),
    refetchInterval: readEveryMs,
    // The next read comes sooner.
    retry: false,
  });
  const { data } = read;
  const isOfBrand = user.role === 'owner';
  const lead = isOfBrand || user.team === null ? t('team.leadAll') : t('team.lead', { team: user.team });
  if (!isOfBrand && user.team === null) {
    return (
      <Page title={t('team.title')}>
        <Notice kind="caution">{t('team.noTeam')}</Notice>
      </Page>
    );
  }
  return (
    <Page title={t('team.title')} lead={lead}>
      {data === undefined && read.isPending && <p className="muted">{t('app.loading')}</p>}
      {data === undefined && read.isError && <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />}
      {data !== undefined && (
        <>
          {now - read.dataUpdatedAt > staleAfterMs && (
            <Notice kind="caution">{t('team.stale', { time: time(data.at) })}</Notice>
          )}
          <p className="muted">
            {t('team.onCalls', {
              calls: number(data.items.filter(({ call }) => call !== null).length),
              people: number(data.items.length),
            })}
          </p>
          <TeamTable team={data} withTeams={isOfBrand} />
        </>
      )}
    </Page>
  );
}
