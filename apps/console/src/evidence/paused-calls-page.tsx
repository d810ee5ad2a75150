import { type PausedCalls, pausedCallsSchema } from '@callside/schemas';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { instantOf, isTime } from '../app/time-range.ts';
import { useFormats } from '../app/use-formats.ts';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';
import { OlderButton } from '../ui/older-button.tsx';
import { Page } from '../ui/page.tsx';
import { TextField } from '../ui/text-field.tsx';

type PausedCall = PausedCalls['items'][number];

/** The calls whose recording was paused, each with a link to its evidence. */
export function PausedCallsPage() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const { time_zone: timeZone } = user.brand_settings;
  const { dateTime, number } = useFormats();
  const [before, setBefore] = useState('');
  const to = isTime(before) ? instantOf(before, timeZone) : null;
  const list = useInfiniteQuery({
    queryKey: ['paused calls', to],
    queryFn: ({ pageParam: cursor }) => {
      const query = new URLSearchParams({ ...(to !== null && { to }), ...(cursor !== null && { cursor }) });
      return api.get(`pause-evidence?${query}`, pausedCallsSchema);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const columns = useMemo<DataColumn<PausedCall>[]>(
    () => [
      {
        id: 'started',
        header: t('evidence.calls.started'),
        enableSorting: false,
        cell: ({ row: { original: call } }) => (
          <Link to={`/evidence/${call.call_reference}`}>{dateTime(call.started_at)}</Link>
        ),
      },
      {
        id: 'ended',
        header: t('evidence.calls.ended'),
        accessorFn: ({ ended_at: at }) => (at === null ? t('evidence.calls.live') : dateTime(at)),
        enableSorting: false,
      },
      {
        id: 'agent',
        header: t('evidence.calls.agent'),
        accessorFn: ({ agent_email: agent }) => agent,
        enableSorting: false,
      },
      {
        id: 'pauses',
        header: t('evidence.calls.pauses'),
        accessorFn: ({ pauses }) => number(pauses),
        enableSorting: false,
      },
    ],
    [t, dateTime, number],
  );
  return (
    <Page title={t('evidence.title')} lead={t('evidence.calls.lead')}>
      <search className="fields">
        <TextField
          label={t('evidence.calls.before')}
          description={t('events.filter.timeZone', { timeZone: timeZone.replaceAll('_', ' ') })}
          type="datetime-local"
          value={before}
          onChange={setBefore}
        />
      </search>
      {list.isPending && <p className="muted">{t('app.loading')}</p>}
      {list.isError && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && (
        <DataTable
          label={t('evidence.calls.title')}
          columns={columns}
          rows={rows}
          rowId={({ call_reference: reference }) => reference}
          empty={t('evidence.calls.none')}
        />
      )}
      {list.hasNextPage && (
        <OlderButton isReading={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('evidence.calls.older')}
        </OlderButton>
      )}
    </Page>
  );
}
