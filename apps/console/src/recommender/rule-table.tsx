import type { RuleView } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { useShopWords } from '../app/use-shop-words.ts';
import { removeColumn } from '../settings/remove-column.tsx';
import { Badge } from '../ui/badge.tsx';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';
import { isRuleOver } from './rule-days.ts';

interface RuleTableProps {
  rows: RuleView[];
  /** As YYYY-MM-DD. */
  today: string;
  onRemove: (rule: RuleView) => void;
}

export function RuleTable({ rows, today, onRemove }: RuleTableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const inWords = useShopWords();
  const columns = useMemo<DataColumn<RuleView>[]>(() => {
    const effectOf = ({ kind, rank, factor, most, price }: RuleView) => {
      const number = rank ?? factor ?? most;
      if (price !== undefined) return t('rules.effect.min_price', { number: formats.money(price) });
      return t(`rules.effect.${kind}`, { number: number === undefined ? '' : formats.number(number) });
    };
    const aboutOf = ({ sku, article_type, attribute, value }: RuleView) => {
      if (sku !== undefined) return t('rules.about.sku', { sku });
      if (article_type !== undefined)
        return t('rules.about.article_type', { type: inWords(article_type) ?? article_type });
      if (attribute === undefined) return t('rules.target.all');
      return t('rules.about.attribute', {
        attribute: inWords(attribute) ?? attribute,
        value: inWords(value ?? '') ?? value,
      });
    };
    const daysOf = ({ from, until }: RuleView) => {
      if (from === undefined)
        return until === undefined ? t('rules.allDays') : t('rules.to', { day: formats.day(until) });
      if (until === undefined) return t('rules.since', { day: formats.day(from) });
      return `${formats.day(from)} – ${formats.day(until)}`;
    };
    return [
      { accessorKey: 'name', header: t('rules.field.name') },
      { id: 'effect', header: t('rules.field.kind'), accessorFn: effectOf },
      { id: 'about', header: t('rules.field.target'), accessorFn: aboutOf },
      {
        id: 'days',
        header: t('rules.days'),
        accessorFn: ({ from = '', until = '' }) => `${from} ${until}`,
        cell: ({ row: { original } }) => (
          <>
            {daysOf(original)} {isRuleOver(original, today) && <Badge tone="neutral">{t('rules.over')}</Badge>}
          </>
        ),
      },
      {
        accessorKey: 'condition',
        header: t('rules.field.condition'),
        cell: ({ row: { original } }) => {
          const members = Object.entries(original.context ?? {}).map(([name, value]) => `${name} = ${value}`);
          return [t(`rules.condition.${original.condition}`), ...members].join(', ');
        },
      },
      removeColumn({ t, header: t('rules.action'), nameOf: ({ name }) => name, onRemove }),
    ];
  }, [t, formats, inWords, today, onRemove]);
  return (
    <DataTable
      label={t('rules.title')}
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      empty={t('rules.none')}
    />
  );
}
