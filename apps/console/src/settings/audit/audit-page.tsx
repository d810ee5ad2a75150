import { type AuditEntryView, auditLogSchema } from '@callside/schemas';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useFormats } from '../../app/use-formats.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { OlderButton } from '../../ui/older-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Words } from '../../ui/words.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { type AuditFilters, addressOfAudit, auditQuery, readAuditFilters } from './audit-filters.ts';
import { actionName, auditSentence } from './audit-words.ts';
import './audit.css';

/** Who did what, when and from where: newest first, page by page. The address of the page has the filters. */
export function AuditPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readAuditFilters(address), [address]);
  // At once: the next change of a quick person builds on this one.
  const setFilters = (changed: AuditFilters) => setAddress(addressOfAudit(changed), { replace: true, flushSync: true });
  return (
    <Page title={t('audit.title')} lead={t('audit.lead')}>
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <section className="section" aria-label={t('audit.title')} tabIndex={-1}>
        <AuditTable filters={filters} />
      </section>
    </Page>
  );
}

function AuditTable({ filters }: { filters: AuditFilters }) {
  const { t, i18n } = useTranslation();
  const { api, user } = useSession();
  const { time_zone: timeZone } = user.brand_settings;
  const formats = useFormats();
  const log = useInfiniteQuery({
    queryKey: ['audit', filters, timeZone],
    queryFn: ({ pageParam }) => api.get(`settings/audit?${auditQuery(filters, timeZone, pageParam)}`, auditLogSchema),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => log.data?.pages.flatMap(({ items }) => items) ?? [], [log.data]);
  const columns = useMemo<DataColumn<AuditEntryView>[]>(
    () => [
      {
        id: 'at',
        header: t('audit.column.when'),
        accessorFn: ({ at }) => formats.dateTime(at),
        enableSorting: false,
      },
      { id: 'actor', header: t('audit.column.who'), accessorFn: ({ actor }) => actor, enableSorting: false },
      {
        id: 'action',
        header: t('audit.column.what'),
        enableSorting: false,
        cell: ({ row }) => <Entry entry={row.original} sentence={auditSentence(row.original, i18n, formats)} />,
      },
      {
        id: 'origin',
        header: t('audit.column.origin'),
        accessorFn: ({ origin }) => origin ?? '–',
        enableSorting: false,
      },
    ],
    [t, i18n, formats],
  );
  if (log.isPending) return <p className="muted">{t('app.loading')}</p>;
  if (log.isLoadingError) return <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <>
      <DataTable
        label={t('audit.title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={t('audit.none')}
      />
      {log.isError && <ProblemNotice error={log.error} />}
      {log.hasNextPage && (
        <OlderButton isReading={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
          {t('audit.older')}
        </OlderButton>
      )}
    </>
  );
}

/** The sentence, and behind a button all that is stored. */
function Entry({ entry, sentence }: { entry: AuditEntryView; sentence: string }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="audit-entry">
      <span title={actionName(entry.action, i18n)}>
        <Words>{sentence}</Words>
      </span>
      <details>
        <summary>{t('audit.stored')}</summary>
        <code>{JSON.stringify({ action: entry.action, subject: entry.subject, detail: entry.detail }, null, 1)}</code>
      </details>
    </div>
  );
}
