import type { ApiKeyView } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Words } from '../../ui/words.tsx';
import { keyEnds, statusOf } from './key-status.ts';

interface ApiKeyTableProps {
  /** Its accessible name. */
  label: string;
  keys: ApiKeyView[];
  /** In ms since 1970. */
  now: number;
  empty: string;
  /** Absent for keys that are revoked or expired. */
  actions?: { onRevoke: (key: ApiKeyView) => void; onReplace: (key: ApiKeyView) => void };
}

export function ApiKeyTable({ label, keys, now, empty, actions }: ApiKeyTableProps) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormats();
  const columns = useMemo(() => {
    const nameOf = (key: ApiKeyView) => key.label ?? t('apiKeys.unnamed');
    const endOf = (key: ApiKeyView) => {
      if (key.revoked_at !== null) return t('apiKeys.revokedAt', { when: dateTime(key.revoked_at) });
      if (key.expires_at === null) return t('apiKeys.lifetimes.never');
      const when = dateTime(key.expires_at);
      return statusOf(key, now) === 'expired' ? t('apiKeys.expiredAt', { when }) : when;
    };
    const all: DataColumn<ApiKeyView>[] = [
      { id: 'label', header: t('apiKeys.label'), accessorFn: nameOf },
      {
        id: 'key',
        header: t('apiKeys.key'),
        accessorFn: keyEnds,
        cell: ({ row }) => <code className="key-end">{keyEnds(row.original)}</code>,
        enableSorting: false,
      },
      {
        id: 'feature',
        header: t('apiKeys.feature'),
        accessorFn: (key) => t(`apiKeys.features.${key.feature}`),
        cell: ({ row: { original } }) => (
          <>
            {t(`apiKeys.features.${original.feature}`)}
            {original.allowed_addresses.length > 0 && (
              <p className="muted">{t('apiKeys.onlyFrom', { addresses: original.allowed_addresses.join(', ') })}</p>
            )}
          </>
        ),
      },
      {
        id: 'expires',
        header: t('apiKeys.expires'),
        accessorFn: (key) => key.revoked_at ?? key.expires_at ?? '9999',
        cell: ({ row }) => endOf(row.original),
      },
      {
        id: 'used',
        header: t('apiKeys.lastUsed'),
        accessorFn: (key) => key.last_used_at ?? '',
        cell: ({ row: { original } }) =>
          original.last_used_at === null ? t('apiKeys.neverUsed') : dateTime(original.last_used_at),
      },
      {
        id: 'created',
        header: t('apiKeys.created'),
        accessorFn: (key) => key.created_at,
        cell: ({ row: { original } }) => (
          <Words>
            {t('apiKeys.createdBy', {
              who: original.created_by_email ?? t('apiKeys.operator'),
              when: date(original.created_at),
            })}
          </Words>
        ),
      },
    ];
    if (actions !== undefined) {
      all.push({
        id: 'actions',
        header: t('settings.actions'),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <div className="row-actions">
            <Button
              aria-label={t('apiKeys.replaceOne', { name: nameOf(original) })}
              onPress={() => actions.onReplace(original)}
            >
              {t('apiKeys.replace')}
            </Button>
            <Button
              variant="danger"
              aria-label={t('apiKeys.revokeOne', { name: nameOf(original) })}
              onPress={() => actions.onRevoke(original)}
            >
              {t('apiKeys.revoke')}
            </Button>
          </div>
        ),
      });
    }
    return all;
  }, [t, date, dateTime, now, actions]);
  return <DataTable label={label} columns={columns} rows={keys} rowId={({ id }) => id} empty={empty} />;
}
