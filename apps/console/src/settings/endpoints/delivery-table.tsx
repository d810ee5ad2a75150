import { type EndpointDeliveryView, type EndpointView, endpointDeliveriesSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useFormats } from '../../app/use-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';

interface DeliveryTableProps {
  endpoint: EndpointView;
  onResend: (delivery: string) => void;
}

const lookEveryMs = 5_000;
const tones = { delivered: 'good', waiting: 'neutral', failed: 'bad' } as const;

/** The last deliveries of an endpoint, with what came of them. */
export function DeliveryTable({ endpoint, onResend }: DeliveryTableProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const { dateTime } = useFormats();
  const log = useQuery({
    queryKey: ['endpoints', endpoint.id],
    queryFn: () => api.get(`settings/endpoints/${endpoint.id}/deliveries`, endpointDeliveriesSchema),
    refetchInterval: lookEveryMs,
  });
  const columns = useMemo((): DataColumn<EndpointDeliveryView>[] => {
    const answerOf = ({ status, problem }: EndpointDeliveryView) =>
      problem !== null ? t(`endpoints.problem.${problem}`) : status === null ? '' : String(status);
    return [
      {
        id: 'at',
        header: t('endpoints.noted'),
        accessorFn: ({ created_at }) => created_at,
        cell: ({ row: { original } }) => dateTime(original.created_at),
      },
      { id: 'event', header: t('endpoints.what'), accessorFn: ({ event }) => t(`endpoints.event.${event}`) },
      {
        id: 'state',
        header: t('endpoints.state'),
        accessorFn: ({ state }) => t(`endpoints.delivery.${state}`),
        cell: ({ row: { original } }) => (
          <Badge tone={tones[original.state]}>{t(`endpoints.delivery.${original.state}`)}</Badge>
        ),
      },
      { id: 'attempts', header: t('endpoints.attempts'), accessorFn: ({ attempts }) => attempts },
      {
        id: 'last',
        header: t('endpoints.lastAttempt'),
        accessorFn: ({ attempted_at }) => attempted_at ?? '',
        cell: ({ row: { original } }) => (original.attempted_at === null ? '' : dateTime(original.attempted_at)),
      },
      { id: 'answer', header: t('endpoints.answer'), accessorFn: answerOf },
      {
        id: 'actions',
        header: t('settings.actions'),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <Button
            aria-label={t('endpoints.resendOne', { event: t(`endpoints.event.${original.event}`), id: original.id })}
            onPress={() => onResend(original.id)}
          >
            {t('endpoints.resend')}
          </Button>
        ),
      },
    ];
  }, [t, dateTime, onResend]);
  if (log.isPending) return <p className="muted">{t('app.loading')}</p>;
  if (log.isError) return <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />;
  return (
    <DataTable
      label={t('endpoints.logOf', { url: endpoint.url })}
      columns={columns}
      rows={log.data.items}
      rowId={({ id }) => id}
      empty={t('endpoints.nothingYet')}
    />
  );
}
