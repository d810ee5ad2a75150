import type { ResultRow, Results } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../ui/data-table.tsx';
import { figureOf, type Metric, metricsOf } from './figures.ts';
import { daysIn } from './result-range.ts';
import { useFigureWords } from './use-figure-words.ts';

interface ResultTableProps {
  results: Results;
  /** The same number of days before, with a column for the figure. */
  before: Results | undefined;
  metric: Metric;
}

/** All figures of each group. */
export function ResultTable({ results, before, metric }: ResultTableProps) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const { by, rows } = results;
  const days = daysIn(results);
  const columns = useMemo(() => {
    const rowBefore = new Map(before?.rows.map((row) => [row.key, row]));
    const valueBefore = ({ key }: ResultRow) => {
      const row = rowBefore.get(key);
      return row === undefined ? null : figureOf(metric, row);
    };
    const column = (
      id: string,
      header: string,
      value: (row: ResultRow) => number | null,
      shown: (row: ResultRow) => string,
    ): DataColumn<ResultRow> => ({
      id,
      header,
      accessorFn: (row) => value(row) ?? -1,
      cell: ({ row }) => shown(row.original),
      sortDescFirst: true,
    });
    const count = (id: string, header: string, value: (row: ResultRow) => number | null) =>
      column(id, header, value, (row) => words.figure('sold', value(row)));
    const amount = (id: string, header: string, value: (row: ResultRow) => string) =>
      column(
        id,
        header,
        (row) => Number(value(row)),
        (row) => words.figure('revenue', Number(value(row))),
      );
    const name: DataColumn<ResultRow> = {
      id: 'name',
      header: t(`results.column.${by}`),
      accessorFn: (row) => (by === 'day' ? row.key : by === 'rank' ? Number(row.key) : words.row(by, row)),
      cell: ({ row }) => words.row(by, row.original),
    };
    const ofCalls = !metricsOf[by].includes('calls')
      ? []
      : [count('calls', t('results.column.calls'), ({ calls }) => calls)];
    const ofScreens =
      by === 'day' || by === 'rep'
        ? [
            column(
              'screen',
              t('results.column.screenTime'),
              ({ time_to_screen }) => time_to_screen?.p50_ms ?? null,
              ({ time_to_screen }) =>
                `${words.milliseconds(time_to_screen?.p50_ms ?? null)} / ${words.milliseconds(time_to_screen?.p95_ms ?? null)}`,
            ),
          ]
        : [];
    return [
      name,
      ...ofCalls,
      ...ofScreens,
      count('made', t('results.column.made'), ({ offers }) => offers.items),
      count('shown', t('results.column.shown'), ({ shown }) => shown.items),
      count('sold', t('results.column.sold'), ({ sold }) => sold),
      count('declined', t('results.column.declined'), ({ declined }) => declined),
      column(
        'conversion',
        t('results.column.conversion'),
        ({ conversion }) => conversion.share,
        ({ conversion }) => words.figure('conversion', conversion.share),
      ),
      amount('gross', t('results.column.gross'), (row) => row.gross_revenue),
      amount('returned', t('results.column.returned'), (row) => row.returned_revenue),
      amount('revenue', t('results.column.revenue'), ({ revenue }) => revenue),
      ...(before === undefined
        ? []
        : [
            column(
              'before',
              t('results.column.before', { metric: t(`results.metric.${metric}`), count: days }),
              valueBefore,
              (row) => words.figure(metric, valueBefore(row)),
            ),
          ]),
    ];
  }, [by, before, metric, days, t, words]);
  return (
    <DataTable
      label={t(`results.by.${by}`)}
      columns={columns}
      rows={rows}
      rowId={({ key }) => key ?? ''}
      empty={t('results.noRows')}
    />
  );
}
