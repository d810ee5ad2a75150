import type { UnresolvedAgent, UnresolvedAgents } from '@callside/schemas';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { useFocusOnRefused } from '../../ui/use-focus-on-refused.ts';
import { Words } from '../../ui/words.tsx';
import { UserSelect } from './user-select.tsx';

interface UnresolvedTableProps {
  rows: UnresolvedAgent[];
  users: UnresolvedAgents['users'];
  isBusy: boolean;
  onMap: (agent: string, userId: string) => void;
}

export function UnresolvedTable({ rows, users, isBusy, onMap }: UnresolvedTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo<DataColumn<UnresolvedAgent>[]>(
    () => [
      { accessorKey: 'agent', header: t('agents.column.agent') },
      {
        accessorKey: 'events',
        header: t('agents.column.events'),
        cell: ({ row }) => formats.number(row.original.events),
      },
      {
        accessorKey: 'last_seen_at',
        header: t('agents.column.seen'),
        cell: ({ row: { original } }) => (
          <div className="agents-seen">
            <time dateTime={original.last_seen_at}>{formats.dateTime(original.last_seen_at)}</time>
            <br />
            <span className="muted">{t('agents.since', { time: formats.dateTime(original.first_seen_at) })}</span>
          </div>
        ),
      },
      {
        id: 'user',
        header: t('agents.column.user'),
        enableSorting: false,
        cell: ({ row }) => <Choice row={row.original} users={users} isBusy={isBusy} onMap={onMap} />,
      },
    ],
    [t, formats, users, isBusy, onMap],
  );
  return (
    <DataTable
      label={t('agents.unresolved')}
      columns={columns}
      rows={rows}
      rowId={({ agent }) => agent}
      empty={t('agents.noneUnresolved')}
    />
  );
}

/** One press makes the address an alias of the suggested user. Another user can be chosen. */
function Choice({ row, users, isBusy, onMap }: Omit<UnresolvedTableProps, 'rows'> & { row: UnresolvedAgent }) {
  const { t } = useTranslation();
  const { agent, likely_user: likely } = row;
  const [chosen, setChosen] = useState('');
  /** How often the owner pressed the button without a user. */
  const [incomplete, setIncomplete] = useState(0);
  const choice = useFocusOnRefused<HTMLDivElement>(incomplete);
  if (likely !== null && likely.status !== 'active') {
    return <span>{t('agents.notActive', { name: likely.name, email: likely.email })}</span>;
  }
  return (
    <div className="agents-choice">
      {likely !== null && (
        <div>
          <Button variant="primary" isDisabled={isBusy} onPress={() => onMap(agent, likely.user_id)}>
            {t('agents.isUser', { name: likely.name })}
          </Button>{' '}
          <span className="muted">
            <Words>{likely.email}</Words>
          </span>
        </div>
      )}
      <div ref={choice} className="agents-other">
        <UserSelect
          label={t('agents.userFor', { agent })}
          users={users}
          value={chosen}
          onChange={setChosen}
          isMissing={incomplete > 0 && chosen === ''}
        />
        <Button
          isDisabled={isBusy}
          aria-label={t('agents.assign', { agent })}
          onPress={() => (chosen === '' ? setIncomplete((count) => count + 1) : onMap(agent, chosen))}
        >
          {t('agents.add')}
        </Button>
      </div>
    </div>
  );
}
