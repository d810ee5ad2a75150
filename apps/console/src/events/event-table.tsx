import type { EventLogItem } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';
import { eventName, statusOf, statusTones } from './event-words.ts';
import { refusalInWords } from './refusal-words.ts';

interface EventTableProps {
  rows: readonly EventLogItem[];
  /** Shown if there are no rows. */
  empty: string;
  /** Must stay the same function while the table is shown. */
  onOpen: (id: string) => void;
}

export function EventTable({ rows, empty, onOpen }: EventTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo<DataColumn<EventLogItem>[]>(
    () => [
      {
        id: 'received_at',
        header: t('events.column.received'),
        enableSorting: false,
        cell: ({ row }) => (
          <time dateTime={row.original.received_at}>{formats.dateTime(row.original.received_at)}</time>
        ),
      },
      {
        id: 'event',
        header: t('events.column.event'),
        enableSorting: false,
        cell: ({ row: { original: item } }) => (
          <Button
            variant="quiet"
            aria-label={t('events.open', { event: eventName(item.event, t), id: item.id })}
            onPress={() => onOpen(item.id)}
          >
            <span title={item.event ?? undefined}>{eventName(item.event, t)}</span>
          </Button>
        ),
      },
      {
        id: 'agent',
        header: t('events.column.agent'),
        enableSorting: false,
        accessorFn: (item) => item.agent_email ?? '–',
      },
      {
        id: 'number',
        header: t('events.column.number'),
        enableSorting: false,
        accessorFn: (item) => (item.outcome === 'refused' ? '–' : (item.phone_number ?? '–')),
      },
      {
        id: 'outcome',
        header: t('events.column.outcome'),
        enableSorting: false,
        cell: ({ row }) => <Outcome item={row.original} />,
      },
    ],
    [t, formats, onOpen],
  );
  const data = useMemo(() => [...rows], [rows]);
  return (
    <div className="events-table">
      <DataTable label={t('events.title')} columns={columns} rows={data} rowId={({ id }) => id} empty={empty} />
    </div>
  );
}

const statusKeys = {
  refused: 'events.status.refused',
  unresolved: 'events.status.unresolved',
  noCall: 'events.status.noCall',
  applied: 'events.status.applied',
} as const;

export function Outcome({ item }: { item: EventLogItem }) {
  const { t } = useTranslation();
  const status = statusOf(item);
  return (
    <span className="events-outcome">
      <Badge tone={statusTones[status]}>
        {t(statusKeys[status])}
        {item.outcome === 'refused' && ` (${item.status})`}
      </Badge>
      {item.outcome !== 'refused' && item.is_test && <Badge tone="neutral">{t('events.mark.test')}</Badge>}
      {item.outcome !== 'refused' && item.resent_from !== undefined && (
        <Badge tone="neutral">{t('events.mark.resent')}</Badge>
      )}
      {item.outcome !== 'refused' && item.reused && <Badge tone="caution">{t('events.mark.reused')}</Badge>}
      {item.outcome === 'refused' && <span className="muted">{refusalInWords(item.reason)}</span>}
    </span>
  );
}
