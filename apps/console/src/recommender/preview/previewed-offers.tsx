import type { RecommendationItem, TitledPreview } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { reasonsInWords, stockInWords } from '../../offers/offer-words.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import { Words } from '../../ui/words.tsx';
import { whyFirst } from './why-first.ts';

interface PreviewedOffersProps {
  preview: TitledPreview;
  /** Whether merchandising rules could act. */
  withRules: boolean;
}

/** What the caller would be offered, with why the first offer is the first. */
export function PreviewedOffers({ preview, withRules }: PreviewedOffersProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { recommendations: rows, titles } = preview;
  const why = whyFirst(t, preview, formats);
  const columns = useMemo<DataColumn<RecommendationItem>[]>(
    () => [
      { accessorKey: 'rank', header: t('preview.column.rank') },
      {
        id: 'product',
        accessorFn: ({ title }) => title,
        header: t('preview.column.product'),
        cell: ({ row: { original } }) => (
          <>
            <Words>{original.title}</Words> <span className="product-sku muted">{original.sku}</span>
          </>
        ),
      },
      {
        accessorKey: 'web_price',
        header: t('preview.column.price'),
        cell: ({ row }) => <span className="preview-price">{formats.money(row.original.web_price)}</span>,
      },
      {
        id: 'stock',
        accessorFn: ({ on_hand }) => on_hand ?? -1,
        header: t('preview.column.stock'),
        cell: ({ row }) => stockInWords(t, row.original, formats)?.text ?? '–',
      },
      {
        id: 'why',
        accessorFn: ({ reasons }) => reasonsInWords(t, reasons, titles).join('; ') || '–',
        header: t('preview.column.why'),
        enableSorting: false,
      },
      {
        id: 'rules',
        accessorFn: ({ rules = [] }) => rules.join(', ') || '–',
        header: t('preview.column.rules'),
        enableSorting: false,
      },
      {
        id: 'chance',
        accessorFn: ({ purchase_probability }) => purchase_probability ?? -1,
        header: t('preview.column.chance'),
        cell: ({ row: { original } }) =>
          original.purchase_probability == null ? '–' : formats.percent(original.purchase_probability),
      },
    ],
    [t, formats, titles],
  );
  return (
    <Section title={t('preview.offers')}>
      <p className="muted" role="status">
        {[callerInWords(), rulesInWords(), t('preview.notRecorded')].join(' ')}
      </p>
      {why.length > 0 && (
        <div className="preview-why">
          <h3>{t('preview.why.title', { title: rows[0]?.title })}</h3>
          <ul>
            {why.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <DataTable
        label={t('preview.offers')}
        columns={columns}
        rows={rows}
        rowId={({ sku }) => sku}
        empty={t('offers.nothing')}
      />
    </Section>
  );

  function callerInWords(): string {
    const count = preview.history_size;
    if (preview.degraded?.includes('history')) return t('preview.noHistory');
    if (preview.customer_found === false) return t('preview.unknownCaller');
    return t('preview.orders', { count, number: formats.number(count) });
  }

  function rulesInWords(): string {
    const rules = preview.rules_applied ?? [];
    if (!withRules) return t('preview.rulesOff');
    return rules.length === 0 ? t('preview.noRules') : t('preview.actingRules', { rules: rules.join(', ') });
  }
}
