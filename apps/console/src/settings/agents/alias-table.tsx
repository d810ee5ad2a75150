import type { AgentAliasView } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Words } from '../../ui/words.tsx';
import { removeColumn } from '../remove-column.tsx';

interface AliasTableProps {
  rows: AgentAliasView[];
  onRemove: (alias: AgentAliasView) => void;
}

export function AliasTable({ rows, onRemove }: AliasTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo<DataColumn<AgentAliasView>[]>(
    () => [
      { accessorKey: 'alias', header: t('agents.column.alias') },
      {
        id: 'name',
        accessorFn: ({ name, email }) => `${name} ${email}`,
        header: t('agents.column.user'),
        cell: ({ row: { original } }) => (
          <>
            <Words>{original.name}</Words> (<Words>{original.email}</Words>){' '}
            {original.status !== 'active' && <Badge tone="caution">{t('agents.inactive')}</Badge>}
          </>
        ),
      },
      {
        accessorKey: 'created_at',
        header: t('agents.column.added'),
        cell: ({ row }) => <time dateTime={row.original.created_at}>{formats.date(row.original.created_at)}</time>,
      },
      removeColumn({ t, header: t('agents.column.action'), nameOf: ({ alias }) => alias, onRemove }),
    ],
    [t, formats, onRemove],
  );
  return (
    <DataTable
      label={t('agents.aliases')}
      columns={columns}
      rows={rows}
      rowId={({ alias }) => alias}
      empty={t('agents.noAliases')}
    />
  );
}
