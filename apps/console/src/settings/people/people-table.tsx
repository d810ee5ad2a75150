import type { Person, PersonChange } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';

interface PeopleTableProps {
  people: Person[];
  onChange: (person: Person, change: PersonChange) => void;
}

const tones = { active: 'good', invited: 'neutral', deactivated: 'bad' } as const;

export function PeopleTable({ people, onChange }: PeopleTableProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const columns = useMemo<DataColumn<Person>[]>(
    () => [
      { id: 'name', header: t('people.name'), accessorFn: ({ name }) => name },
      { id: 'email', header: t('people.email'), accessorFn: ({ email }) => email },
      { id: 'role', header: t('people.role'), accessorFn: ({ role }) => t(`people.roles.${role}`) },
      {
        id: 'status',
        header: t('people.status'),
        accessorFn: ({ status }) => status,
        cell: ({ row: { original } }) => (
          <Badge tone={tones[original.status]}>{t(`people.statuses.${original.status}`)}</Badge>
        ),
      },
      {
        id: 'login',
        header: t('people.lastLogin'),
        accessorFn: (person) => person.last_login_at ?? '',
        cell: ({ row: { original } }) =>
          original.last_login_at === null ? t('people.never') : dateTime(original.last_login_at),
      },
      {
        id: 'actions',
        header: t('settings.actions'),
        enableSorting: false,
        cell: ({ row }) => <PersonActions person={row.original} onChange={onChange} />,
      },
    ],
    [t, dateTime, onChange],
  );
  return (
    <DataTable
      label={t('people.title')}
      columns={columns}
      rows={people}
      rowId={({ id }) => id}
      empty={t('people.none')}
    />
  );
}

function PersonActions({ person, onChange }: { person: Person } & Pick<PeopleTableProps, 'onChange'>) {
  const { t } = useTranslation();
  const { name, role } = person;
  if (person.status === 'deactivated') {
    return (
      <div className="row-actions">
        <Button aria-label={t('people.activateOne', { name })} onPress={() => onChange(person, { status: 'active' })}>
          {t('people.activate')}
        </Button>
      </div>
    );
  }
  const otherRole = role === 'owner' ? 'rep' : 'owner';
  return (
    <div className="row-actions">
      <Button
        aria-label={t(`people.makeOne.${otherRole}`, { name })}
        onPress={() => onChange(person, { role: otherRole })}
      >
        {t(`people.make.${otherRole}`)}
      </Button>
      <Button
        variant="danger"
        aria-label={t('people.deactivateOne', { name })}
        onPress={() => onChange(person, { status: 'deactivated' })}
      >
        {t('people.deactivate')}
      </Button>
    </div>
  );
}
