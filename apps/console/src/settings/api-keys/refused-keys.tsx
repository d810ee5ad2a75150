import { type RefusedKeyView, refusedKeyListSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useFormats } from '../../app/use-formats.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Words } from '../../ui/words.tsx';

/** Wrong and absent keys that were sent: why a program that sends requests is not heard. */
export function RefusedKeys() {
  const { t } = useTranslation();
  const { api } = useSession();
  const { number, dateTime } = useFormats();
  const list = useQuery({
    queryKey: ['refused-keys'],
    queryFn: () => api.get('settings/refused-keys', refusedKeyListSchema),
  });
  const columns = useMemo<DataColumn<RefusedKeyView>[]>(() => {
    const keyOf = ({ key }: RefusedKeyView) => {
      if (key === null) return t('apiKeys.refused.noKey');
      return key === '…' ? t('apiKeys.refused.otherText') : key;
    };
    return [
      {
        id: 'key',
        header: t('apiKeys.key'),
        accessorFn: keyOf,
        cell: ({ row: { original } }) => (
          <>
            {original.key === null || original.key === '…' ? (
              keyOf(original)
            ) : (
              <code className="key-end">{original.key}</code>
            )}
            {original.label !== null && (
              <p className="muted">
                <Words>{original.label}</Words>
              </p>
            )}
          </>
        ),
      },
      {
        id: 'reason',
        header: t('apiKeys.refused.why'),
        accessorFn: ({ reason }) => t(`apiKeys.refused.reasons.${reason}`),
      },
      { id: 'feature', header: t('apiKeys.feature'), accessorFn: ({ feature }) => t(`apiKeys.features.${feature}`) },
      { id: 'address', header: t('apiKeys.refused.from'), accessorFn: ({ address }) => address ?? '–' },
      {
        id: 'requests',
        header: t('apiKeys.refused.requests'),
        accessorFn: ({ requests }) => requests,
        cell: ({ row }) => number(row.original.requests),
      },
      {
        id: 'first',
        header: t('apiKeys.refused.first'),
        accessorFn: ({ first_seen_at }) => first_seen_at,
        cell: ({ row }) => dateTime(row.original.first_seen_at),
      },
      {
        id: 'last',
        header: t('apiKeys.refused.last'),
        accessorFn: ({ last_seen_at }) => last_seen_at,
        cell: ({ row }) => dateTime(row.original.last_seen_at),
      },
    ];
  }, [t, number, dateTime]);
  if (list.isPending) return <p className="muted">{t('app.loading')}</p>;
  if (list.isError) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <DataTable
      label={t('apiKeys.refused.title')}
      columns={columns}
      rows={list.data.items}
      rowId={({ feature, address, key }) => `${feature} ${address} ${key}`}
      empty={t('apiKeys.refused.none')}
    />
  );
}
