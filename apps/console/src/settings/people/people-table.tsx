import type { Person, PersonChange } from '@callside/schemas';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { byName } from '../../ui/in-order.ts';
import { TextField } from '../../ui/text-field.tsx';

interface PeopleTableProps {
  people: Person[];
  /** Opens the dialog that changes role and team. */
  onEdit: (person: Person) => void;
  onChange: (person: Person, change: PersonChange) => void;
}

const tones = { active: 'good', invited: 'neutral', deactivated: 'bad' } as const;

/** Of everybody, or of those whose name or address has a text. */
export function PeopleTable({ people, onEdit, onChange }: PeopleTableProps) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const searched = useDeferredValue(search.trim());
  const rows = useMemo(
    () => byName(people).filter((person) => hasText(person, searched)),
    [people, searched, i18n.language],
  );
  const { dateTime } = useFormats();
  const columns = useMemo<DataColumn<Person>[]>(
    () => [
      { id: 'name', header: t('people.name'), accessorFn: ({ name }) => name },
      { id: 'email', header: t('people.email'), accessorFn: ({ email }) => email },
      {
        id: 'role',
        header: t('people.role'),
        accessorFn: ({ role, team }) => `${t(`people.roles.${role}`)}${team === null ? '' : ` · ${team}`}`,
      },
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
        cell: ({ row }) => <PersonActions person={row.original} onEdit={onEdit} onChange={onChange} />,
      },
    ],
    [t, dateTime, onEdit, onChange],
  );
  return (
    <>
      <search className="fields">
        <TextField
          label={t('people.search')}
          description={t('people.searchHint')}
          type="search"
          value={search}
          onChange={setSearch}
          maxLength={320}
        />
      </search>
      <p className="for-screen-readers" role="status">
        {searched !== '' && t('people.found', { count: rows.length })}
      </p>
      <DataTable
        label={t('people.title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        empty={t('people.noMatch')}
      />
    </>
  );
}

function hasText({ name, email }: Person, text: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(text.toLowerCase());
}

type ActionsProps = { person: Person } & Pick<PeopleTableProps, 'onEdit' | 'onChange'>;

function PersonActions({ person, onEdit, onChange }: ActionsProps) {
  const { t } = useTranslation();
  const { name } = person;
  if (person.status === 'deactivated') {
    return (
      <div className="row-actions">
        <Button aria-label={t('people.activateOne', { name })} onPress={() => onChange(person, { status: 'active' })}>
          {t('people.activate')}
        </Button>
      </div>
    );
  }
  return (
    <div className="row-actions">
      <Button aria-label={t('people.changeOne', { name })} onPress={() => onEdit(person)}>
        {t('people.change')}
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
