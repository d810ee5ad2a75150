import { type AuditEntryView, auditLogSchema } from '@callside/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useFormats } from '../../app/use-formats.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { OlderButton } from '../../ui/older-button.tsx';

const entriesAPage = 25;

/** Who changed what, when and from where: newest first, page by page. */
export function AuditTable() {
  const { t, i18n } = useTranslation();
  const { api } = useSession();
  const { dateTime } = useFormats();
  const log = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) =>
      api.get(
        `settings/audit?limit=${entriesAPage}${pageParam === null ? '' : `&cursor=${pageParam}`}`,
        auditLogSchema,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const rows = useMemo(() => log.data?.pages.flatMap(({ items }) => items) ?? [], [log.data]);
  const columns = useMemo<DataColumn<AuditEntryView>[]>(
    () => [
      { id: 'at', header: t('brand.when'), accessorFn: ({ at }) => dateTime(at), enableSorting: false },
      { id: 'actor', header: t('brand.who'), accessorFn: ({ actor }) => actor, enableSorting: false },
      {
        id: 'action',
        header: t('brand.what'),
        accessorFn: ({ action }) => action,
        cell: ({ row: { original } }) => <span title={original.action}>{actionName(original.action, i18n)}</span>,
        enableSorting: false,
      },
      {
        id: 'detail',
        header: t('brand.detail'),
        accessorFn: ({ detail }) => JSON.stringify(detail),
        cell: ({ row }) => <div className="audit-detail">{detailText(row.original.detail)}</div>,
        enableSorting: false,
      },
      { id: 'origin', header: t('brand.from'), accessorFn: ({ origin }) => origin ?? '–', enableSorting: false },
    ],
    [t, i18n, dateTime],
  );
  if (log.isPending) return <p className="muted">{t('app.loading')}</p>;
  if (log.isLoadingError) return <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <>
      <DataTable
        label={t('brand.audit')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={t('brand.noAudit')}
      />
      {log.isError && <ProblemNotice error={log.error} />}
      {log.hasNextPage && (
        <OlderButton isReading={log.isFetchingNextPage} onPress={() => void log.fetchNextPage()}>
          {t('brand.olderEntries')}
        </OlderButton>
      )}
    </>
  );
}

/** In words. An action of a newer release is shown as it is stored. */
function actionName(action: string, i18n: I18n): string {
  const key = `brand.actions.${action.replaceAll('.', '_')}`;
  return i18n.exists(key) ? i18n.t(key as 'brand.actions.key_issue') : action;
}

function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
