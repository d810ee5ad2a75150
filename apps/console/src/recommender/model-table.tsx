import type { ModelFigures, ModelList, ModelView } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';

interface ModelTableProps {
  models: ModelList;
  onPublish: (version: string) => void;
}

const tones = { in_service: 'good', published: 'caution', previous: 'neutral', stored: 'neutral' } as const;

/** The stored models. The published one cannot be published again. */
export function ModelTable({ models, onPublish }: ModelTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo(
    (): DataColumn<ModelView>[] => [
      {
        id: 'version',
        header: t('recommender.column.version'),
        accessorFn: ({ version }) => version,
        cell: ({ row }) => <code>{row.original.version}</code>,
      },
      {
        id: 'state',
        header: t('recommender.column.state'),
        enableSorting: false,
        cell: ({ row: { original } }) => (
          <>
            <Badge tone={tones[original.state]}>{t(`recommender.state.${original.state}`)}</Badge>
            {original.problem !== null && <p className="model-problem">{original.problem}</p>}
          </>
        ),
      },
      {
        id: 'trained',
        header: t('recommender.column.trained'),
        accessorFn: ({ trained_at }) => trained_at,
        cell: ({ row }) => (row.original.trained_at === null ? '–' : formats.dateTime(row.original.trained_at)),
      },
      {
        id: 'trainedFor',
        header: t('recommender.column.trainedFor'),
        enableSorting: false,
        cell: ({ row: { original } }) =>
          original.trained_for === null ? '–' : t(`recommender.trainedFor.${original.trained_for}`),
      },
      {
        id: 'found',
        header: t('recommender.column.found'),
        accessorFn: ({ figures }) => foundShare(figures) ?? -1,
        cell: ({ row }) => {
          const share = foundShare(row.original.figures);
          return share === null ? '–' : formats.percent(share);
        },
      },
      {
        id: 'foundByCustomer',
        header: t('recommender.column.foundByCustomer'),
        accessorFn: ({ figures }) => foundShare(figures, 'by_customer') ?? -1,
        cell: ({ row }) => {
          const share = foundShare(row.original.figures, 'by_customer');
          return share === null ? '–' : formats.percent(share);
        },
      },
      {
        id: 'actions',
        header: t('recommender.column.actions'),
        enableSorting: false,
        cell: ({ row: { original } }) =>
          original.state !== 'in_service' &&
          original.state !== 'published' && (
            <Button
              aria-label={t('recommender.publishModel', { version: original.version })}
              onPress={() => onPublish(original.version)}
            >
              {t('recommender.publish')}
            </Button>
          ),
      },
    ],
    [t, formats, onPublish],
  );
  return (
    <DataTable
      label={t('recommender.models')}
      columns={columns}
      rows={models.items}
      rowId={({ version }) => version}
      empty={t('recommender.noModels')}
    />
  );
}

/** The share of the customers' purchases that was among the first ten offers: the mean over the kinds of purchases, by basket or by customer. */
export function foundShare(figures: ModelFigures, means: 'by_basket' | 'by_customer' = 'by_basket'): number | null {
  const shares = Object.values(figures).map(
    ({ by_customer, ...by_basket }) => (means === 'by_basket' ? by_basket : by_customer).recall_at_10,
  );
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
