import type { TeamMember, TeamView } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { type Caller, callerName, callerNote } from '../desk/caller.ts';
import { durationText } from '../desk/time-text.ts';
import { Badge } from '../ui/badge.tsx';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';
import { Words } from '../ui/words.tsx';
import { stateOf } from './member-state.ts';
import './team.css';

interface TeamTableProps {
  team: TeamView;
  /** Whether there are reps of several teams. */
  withTeams: boolean;
}

const none = '–';

/** Durations are those at the moment of the read: they stand still when nothing is read any more. */
export function TeamTable({ team: { at, items }, withTeams }: TeamTableProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const columns = useMemo<DataColumn<TeamMember>[]>(
    () => [
      { id: 'name', header: t('team.column.name'), accessorFn: ({ name }) => name },
      ...(withTeams
        ? [{ id: 'team', header: t('team.column.team'), accessorFn: ({ team }: TeamMember) => team ?? none }]
        : []),
      {
        id: 'state',
        header: t('team.column.state'),
        accessorFn: ({ call }) => t(call === null ? 'team.state.noCall' : 'team.state.onCall'),
        cell: ({ row }) => <State member={row.original} />,
      },
      {
        id: 'caller',
        header: t('team.column.caller'),
        accessorFn: ({ call }) => (call === null ? none : callerName({ call, customer: call.customer })),
        cell: ({ row: { original } }) =>
          original.call === null ? none : <CallerCell call={original.call} customer={original.call.customer} />,
      },
      {
        id: 'duration',
        header: t('team.column.duration'),
        accessorFn: ({ call }) => (call === null ? -1 : Date.parse(at) - Date.parse(call.started_at)),
        cell: ({ row: { original } }) =>
          original.call === null ? none : durationText(Date.parse(at) - Date.parse(original.call.started_at)),
      },
      {
        id: 'shown',
        header: t('team.column.shown'),
        accessorFn: (member) => member.offers_shown,
        cell: ({ row }) => number(row.original.offers_shown),
      },
      {
        id: 'sold',
        header: t('team.column.sold'),
        accessorFn: (member) => member.offers_sold,
        cell: ({ row }) => number(row.original.offers_sold),
      },
    ],
    [t, number, at, withTeams],
  );
  return (
    <DataTable
      label={t('team.title')}
      columns={columns}
      rows={items}
      rowId={({ email }) => email}
      empty={t('team.nobody')}
    />
  );
}

function State({ member }: { member: TeamMember }) {
  const { t } = useTranslation();
  return (
    <span className="team-state">
      {stateOf(member).map(({ word, tone, count }) => (
        <Badge key={word} tone={tone}>
          {t(`team.state.${word}`, { count })}
        </Badge>
      ))}
    </span>
  );
}

function CallerCell(caller: Caller) {
  const note = callerNote(caller);
  return (
    <>
      <Words>{callerName(caller)}</Words>
      {note !== null && <span className="muted team-note">{note}</span>}
    </>
  );
}
